// What forms hold and what the browser would say of them, read without provoking an event.
function isField(element) {
  // What a person cannot change, the page computes: it may change by itself.
  if (element.readOnly === true || element.matches(":disabled")) return false;
  if (element.localName === "select" || element.localName === "textarea" || isEditingHost(element))
    return true;
  // Hidden inputs carry tokens that change by themselves; buttons hold nothing.
  return (
    element.localName === "input" && !["hidden", "submit", "button", "image", "reset"].includes(element.type)
  );
}

function formFields() {
  return [...everyElement(document)]
    .filter((element) => isField(element) && (element.type !== "radio" || element.checked))
    .slice(0, 512)
    .map((element) => {
      const held = heldBy(element);
      const value = element.type === "radio" ? [element.value] : [held.text, held.checked, held.selected];
      const field = foldText(accessibleName(element) || element.getAttribute("name") || element.localName);
      return { field: field.slice(0, 100), value: JSON.stringify(value), sensitive: isSensitive(element) };
    });
}

// A field called "elements" hides the form's own property of that name.
const ofForm = (form, name) =>
  Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name).get.call(form);

// The fields because of which a native submit by this control would not leave the page.
function blockingMessages(element) {
  const form = element.form;
  if (
    !form ||
    ofForm(form, "noValidate") ||
    element.formNoValidate ||
    !["submit", "image"].includes(element.type)
  )
    return [];
  return [...ofForm(form, "elements")]
    .filter((field) => field.willValidate && !field.validity.valid)
    .map((field) => ({
      field: foldText(accessibleName(field) || field.getAttribute("name")).slice(0, 200),
      message: foldText(field.validationMessage).slice(0, 200) || "invalid",
    }));
}

const shownNow = (element) => hiddenBecause(element).length === 0;

function shownMessages() {
  const messages = [];
  for (const element of everyElement(document)) {
    if (element.getAttribute("aria-invalid") === "true" && shownNow(element)) {
      const told = [...byIds(element, "aria-errormessage"), ...byIds(element, "aria-describedby")].filter(
        shownNow,
      );
      messages.push({
        field: foldText(accessibleName(element)).slice(0, 200),
        message: foldText(told.map(textOf).join(" ")).slice(0, 300),
      });
    } else if (element.getAttribute("role") === "alert" && shownNow(element) && textOf(element) !== "") {
      messages.push({ field: "", message: textOf(element).slice(0, 300) });
    }
  }
  return messages.slice(0, 64);
}

function leaveField() {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused === null || focused === document.body || focused.localName === "iframe") return false;
  focused.blur();
  return true;
}
