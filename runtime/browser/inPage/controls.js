// Every control of this document in one pass.
const maxControls = 2000;
const maxOptions = 5000;

const inputKinds = {
  email: "email",
  tel: "tel",
  url: "url",
  password: "password",
  search: "search",
  number: "number",
  date: "date",
  time: "time",
  "datetime-local": "dateTimeLocal",
  month: "month",
  week: "week",
  color: "color",
  range: "range",
  checkbox: "checkbox",
  radio: "radioGroup",
  file: "file",
  submit: "submit",
  image: "submit",
  reset: "reset",
  button: "button",
};

function kindOf(element) {
  const role = element.getAttribute("role");
  if (element.localName === "input") {
    if (element.type === "checkbox" && role === "switch") return "switch";
    return inputKinds[element.type] ?? "text";
  }
  if (element.localName === "textarea") return "textarea";
  if (element.localName === "select") return element.multiple ? "selectMultiple" : "selectOne";
  if (element.localName === "button") {
    return element.type === "submit"
      ? element.form === null
        ? "button"
        : "submit"
      : element.type === "reset"
        ? "reset"
        : "button";
  }
  if (element.localName === "a" && element.hasAttribute("href")) return role === "button" ? "button" : "link";
  if (role === "checkbox" || role === "switch") return role;
  if (role === "combobox") return "combobox";
  if (role === "button" || element.localName === "summary") return "button";
  if (role === "link") return "link";
  if (isEditingHost(element)) return "contentEditable";
  return null;
}

const sensitiveTokens = /^(cc-|one-time-code$|new-password$|current-password$)/;

function isSensitive(element) {
  if (element.type === "password") return true;
  return (element.getAttribute("autocomplete") ?? "")
    .split(/\s+/)
    .some((token) => sensitiveTokens.test(token));
}

function wordsOf(element) {
  const raw = `${element.getAttribute("name") ?? ""} ${element.id ?? ""}`;
  const words = raw.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== "").map((word) => word.toLowerCase()))].slice(0, 16);
}

function formKeyOf(element) {
  const form = element.form ?? element.closest("form");
  if (form === null || form === undefined) return null;
  const forms = [...everyElement(document)].filter((other) => other.localName === "form");
  return `form ${forms.indexOf(form)}`;
}

// A box or a file input a page hides behind its label is still the person's control, as long as they see the label.
function hiddenForPerson(element) {
  const reasons = hiddenBecause(element);
  const labelled = element.localName === "input" && (isBox(element) || element.type === "file");
  if (reasons.length === 0 || !labelled || reasons.includes("inert")) return reasons;
  return [...(element.labels ?? [])].some((label) => hiddenBecause(label).length === 0) ? [] : reasons;
}

function optionsOf(element) {
  if (element.localName !== "select") return [];
  return [...element.options].slice(0, maxOptions).map((option) => ({
    value: option.value,
    label: foldText(option.label),
    disabled: option.disabled || option.parentElement?.disabled === true,
  }));
}

function radioOption(radio) {
  return {
    value: radio.value,
    label: accessibleName(radio) || nearTextOf(radio),
    disabled: radio.matches(":disabled"),
  };
}

function describeControl(element, kind, elements, order) {
  const radios = kind === "radioGroup";
  const group = radios ? (element.closest("fieldset, [role=radiogroup], [role=group]") ?? null) : null;
  const groupName = group === null ? "" : accessibleName(group);
  const name = radios
    ? groupName || nearTextOf(group ?? element.parentElement ?? element)
    : accessibleName(element);
  const allOf = (test) => elements.every(test);
  return {
    kind,
    role: radios ? "radiogroup" : roleOf(element),
    name,
    label: radios ? groupName : labelOf(element),
    description: describedBy(radios ? (group ?? element) : element),
    placeholder: foldText(element.getAttribute("placeholder")),
    title: foldText(element.getAttribute("title")),
    groups: groupsOf(group ?? element),
    nearText: name === "" || radios ? nearTextOf(group ?? element) : "",
    tableHeaders: tableHeadersOf(element),
    autocomplete: foldText(element.getAttribute("autocomplete")).toLowerCase(),
    attributeWords: wordsOf(element),
    options: radios ? elements.map(radioOption) : optionsOf(element),
    form: formKeyOf(element),
    enabled: !allOf((one) => one.matches(":disabled") || one.getAttribute("aria-disabled") === "true"),
    readOnly: element.readOnly === true || element.getAttribute("aria-readonly") === "true",
    required: element.required === true || element.getAttribute("aria-required") === "true",
    hiddenBecause: allOf((one) => hiddenForPerson(one).length > 0) ? hiddenForPerson(element) : [],
    sensitive: isSensitive(element),
    state: stateOf(elements),
    order,
  };
}

function gatherControls() {
  const found = [];
  const radioGroups = new Map();
  for (const element of everyElement(document)) {
    const kind = element.localName === "input" && element.type === "hidden" ? null : kindOf(element);
    if (kind === null) continue;
    if (kind === "radioGroup" && element.name !== "") {
      const key = `${formKeyOf(element)} ${element.name}`;
      const group = radioGroups.get(key);
      if (group !== undefined) {
        group.push(element);
        continue;
      }
      const elements = [element];
      radioGroups.set(key, elements);
      found.push({ element, kind, elements });
    } else found.push({ element, kind, elements: [element] });
    if (found.length >= maxControls) break;
  }
  return {
    elements: found.map((control) => control.elements),
    descriptors: found.map(({ element, kind, elements }, order) =>
      describeControl(element, kind, elements, order),
    ),
  };
}
