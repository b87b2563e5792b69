const credentialName =
  /pass(word|wd|phrase)?$|pwd|secret|token|credential|signature|jwt|(^|[-_.])(auth|authorization|session|sid|sig|otp|code|key|apikey)$|session_?id|api_?key/i;

/** An address as evidence shows it: the query stays, values of parameters named like a credential do not. At most 4,000 characters. */
export const shownUrl = (address: string): string => {
  if (!URL.canParse(address)) return address.slice(0, 4_000).toWellFormed();
  const url = new URL(address);
  url.username = "";
  url.password = "";
  for (const name of new Set(url.searchParams.keys())) {
    if (credentialName.test(name)) url.searchParams.set(name, "redacted");
  }
  return url.href.slice(0, 4_000);
};
