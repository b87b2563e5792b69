// What a control holds now.
const nothing = { text: null, checked: null, selected: null };

function ariaChecked(element) {
  const state = element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed");
  return state === null ? null : state === "true";
}

function heldBy(element) {
  if (element.localName === "select") {
    return { ...nothing, selected: [...element.selectedOptions].map((option) => option.value) };
  }
  if (element.localName === "input" && isBox(element)) return { ...nothing, checked: element.checked };
  if (element.localName === "input" && element.type === "file") {
    return { ...nothing, selected: [...element.files].map((file) => file.name) };
  }
  if (element.localName === "input" || element.localName === "textarea")
    return { ...nothing, text: element.value };
  if (isEditingHost(element)) return { ...nothing, text: element.innerText };
  return { ...nothing, checked: ariaChecked(element) };
}

function validityOf(element) {
  if (element.validity === undefined) return { valid: true, message: "" };
  const invalid = element.getAttribute("aria-invalid");
  const said = invalid !== null && invalid !== "false";
  return {
    valid: element.validity.valid && !said,
    message: foldText(element.validationMessage).slice(0, 500),
  };
}

// A radio group is one control: what it holds is the value of the chosen one.
function stateOf(elements) {
  const first = elements[0];
  if (first.localName === "input" && first.type === "radio") {
    const selected = elements.filter((radio) => radio.checked).map((radio) => radio.value);
    return { ...nothing, selected, ...validityOf(first) };
  }
  return { ...heldBy(first), ...validityOf(first) };
}
