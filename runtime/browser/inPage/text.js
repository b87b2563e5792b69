// Text as a person sees it: white space folded, bounded.
const maxText = 1000;

function foldText(text) {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, maxText);
}

function textOf(element) {
  return element === null || element === undefined ? "" : foldText(element.innerText ?? element.textContent);
}

// Every element below a root in page order, open shadow roots included.
function* everyElement(root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot !== null) yield* everyElement(element.shadowRoot);
  }
}

function byIds(element, attribute) {
  const ids = (element.getAttribute(attribute) ?? "").split(/\s+/).filter((id) => id !== "");
  const root = element.getRootNode();
  return ids.map((id) => root.getElementById?.(id) ?? null).filter((found) => found !== null);
}
