// What stands around a control: group labels and headings, table headers, text beside it.
function groupsOf(element) {
  const groups = [];
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    if (at.localName === "fieldset") groups.push(textOf(at.querySelector(":scope > legend")));
    const role = at.getAttribute("role");
    if (
      role === "group" ||
      role === "radiogroup" ||
      role === "region" ||
      role === "dialog" ||
      at.localName === "section"
    ) {
      groups.push(accessibleName(at) || headingIn(at));
    }
    if (at.localName === "form" && (at.hasAttribute("aria-label") || at.hasAttribute("aria-labelledby"))) {
      groups.push(accessibleName(at));
    }
  }
  const heading = headingBefore(element);
  if (heading !== "" && !groups.includes(heading)) groups.push(heading);
  return groups
    .filter((group) => group !== "")
    .reverse()
    .slice(0, 8);
}

const headingSelector = "h1, h2, h3, h4, h5, h6, [role=heading]";

function headingIn(element) {
  const first = element.querySelector(headingSelector);
  return first === null ? "" : textOf(first);
}

function headingBefore(element) {
  let last = "";
  for (const heading of element.getRootNode().querySelectorAll(headingSelector)) {
    if ((heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) === 0) break;
    last = textOf(heading) || last;
  }
  return last;
}

function tableHeadersOf(element) {
  const cell = element.closest("td, th");
  const row = cell?.parentElement;
  const table = cell?.closest("table");
  if (cell === null || cell === undefined || row === null || row === undefined || table === null) return [];
  const rowHeader = row.querySelector("th") ?? (row.cells?.[0] === cell ? null : row.cells?.[0]);
  const columnHeader = [...table.rows].find((other) => other !== row && other.querySelector("th") !== null)
    ?.cells[cell.cellIndex];
  const headers = [rowHeader, columnHeader].filter(
    (found) => found && found !== cell && !found.contains(element),
  );
  return headers.map(textOf).filter((text) => text !== "");
}

const controlSelector = "input, select, textarea, button, [contenteditable], [role]";

// The text just before the control, or just after a box, when nothing labels it.
function nearTextOf(element) {
  const sideways = (from, next) => {
    for (let at = from; at !== null; at = at[next]) {
      if (
        at.nodeType === Node.ELEMENT_NODE &&
        (at.matches(controlSelector) || at.querySelector?.(controlSelector))
      )
        return "";
      const text =
        at.nodeType === Node.ELEMENT_NODE
          ? textOf(at)
          : at.nodeType === Node.TEXT_NODE
            ? foldText(at.data)
            : "";
      if (text !== "") return text.slice(0, 200);
    }
    return "";
  };
  const box = isBox(element);
  for (let at = element, climbed = 0; at !== null && climbed < 3; at = at.parentElement, climbed++) {
    const near = box
      ? sideways(at.nextSibling, "nextSibling") || sideways(at.previousSibling, "previousSibling")
      : sideways(at.previousSibling, "previousSibling");
    if (near !== "") return near;
    if (at.parentElement === document.body || at.parentElement?.localName === "form") break;
  }
  return "";
}
