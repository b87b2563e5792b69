// Role and accessible name, in the order of the accname standard: labelledby, label, native label, content, title, placeholder.
const inputRoles = {
  checkbox: "checkbox",
  radio: "radio",
  number: "spinbutton",
  range: "slider",
  search: "searchbox",
  button: "button",
  submit: "button",
  reset: "button",
  image: "button",
};
const tagRoles = {
  button: "button",
  textarea: "textbox",
  summary: "button",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  form: "form",
  table: "table",
  dialog: "dialog",
  fieldset: "group",
  output: "status",
  progress: "progressbar",
  img: "img",
  ul: "list",
  ol: "list",
  li: "listitem",
  option: "option",
  nav: "navigation",
  main: "main",
};

function roleOf(element) {
  const given = (element.getAttribute("role") ?? "").trim().split(/\s+/)[0];
  if (given !== "") return given.toLowerCase();
  const tag = element.localName;
  if (tag === "input")
    return inputRoles[element.type] ?? (element.hasAttribute("list") ? "combobox" : "textbox");
  if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (tag === "a") return element.hasAttribute("href") ? "link" : "generic";
  if (tagRoles[tag] !== undefined) return tagRoles[tag];
  return isEditingHost(element) ? "textbox" : "generic";
}

function isEditingHost(element) {
  return element.isContentEditable === true && element.parentElement?.isContentEditable !== true;
}

// A wrapping label's text without what the control itself shows (the options of a select).
function labelText(label, control) {
  const copy = label.cloneNode(true);
  for (const inner of copy.querySelectorAll("select, textarea, script, style, input, button")) inner.remove();
  const own = foldText(copy.textContent);
  return own !== "" ? own : label.contains(control) ? "" : textOf(label);
}

function labelOf(element) {
  const labels = element.labels === undefined || element.labels === null ? [] : [...element.labels];
  return foldText(labels.map((label) => labelText(label, element)).join(" "));
}

function contentName(element) {
  if (element.localName === "input")
    return foldText(element.value || (element.type === "submit" ? "Submit" : element.alt));
  const images = [...element.querySelectorAll("img[alt], svg title")].map(
    (image) => image.alt ?? image.textContent,
  );
  return foldText([textOf(element), ...images].join(" "));
}

const namedByContent = new Set([
  "button",
  "link",
  "option",
  "heading",
  "tab",
  "menuitem",
  "checkbox",
  "radio",
  "switch",
]);

function accessibleName(element) {
  const labelledBy = foldText(byIds(element, "aria-labelledby").map(textOf).join(" "));
  if (labelledBy !== "") return labelledBy;
  const ariaLabel = foldText(element.getAttribute("aria-label"));
  if (ariaLabel !== "") return ariaLabel;
  const label = labelOf(element);
  if (label !== "") return label;
  if (element.localName === "fieldset") return textOf(element.querySelector(":scope > legend"));
  const isValueControl = element.localName === "select" || element.localName === "textarea";
  if (
    namedByContent.has(roleOf(element)) &&
    !isValueControl &&
    !(element.localName === "input" && isBox(element))
  ) {
    const content = contentName(element);
    if (content !== "") return content;
  }
  return foldText(
    element.getAttribute("title") || element.getAttribute("placeholder") || element.getAttribute("alt"),
  );
}

function isBox(element) {
  return element.type === "checkbox" || element.type === "radio";
}

function describedBy(element) {
  const described = byIds(element, "aria-describedby").map(textOf).join(" ");
  return foldText(described || element.getAttribute("aria-description"));
}
