/** No traffic of the browser's own, and none past the places where the runtime looks. */
export const quietArguments: readonly string[] = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // An error page that loads itself again would send the same request again.
  "--disable-auto-reload",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];
