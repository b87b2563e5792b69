// What a page says: its visible text, its labelled texts, and the elements a target may mean.
const maxVisible = 262144;
const maxLooks = 300;

function visibleText() {
  const texts = [document.body?.innerText ?? ""];
  for (const element of everyElement(document)) {
    if (element.shadowRoot === null || hiddenBecause(element).length > 0) continue;
    for (const child of element.shadowRoot.children) texts.push(child.innerText ?? "");
  }
  return texts.join("\n").slice(0, maxVisible);
}

function structuralMatches(target) {
  if (target.css !== null) return [...document.querySelectorAll(target.css)];
  if (target.testId !== null)
    return [...everyElement(document)].filter((element) => element.dataset?.testid === target.testId);
  return [...everyElement(document)].filter((element) => {
    if (["script", "style", "head", "title", "meta", "link"].includes(element.localName)) return false;
    if (target.role !== null) return roleOf(element) === target.role;
    // A text alone means the innermost elements that hold text of their own.
    return target.labelled
      ? element.labels?.length > 0
      : [...element.childNodes].some((node) => node.nodeType === 3 && foldText(node.data) !== "");
  });
}

function lookAt(element) {
  return {
    role: roleOf(element),
    name: accessibleName(element),
    label: labelOf(element),
    text: textOf(element),
    value: isSensitive(element)
      ? ""
      : foldText(element.value ?? (isEditingHost(element) ? element.innerText : "")),
    visible: hiddenBecause(element).length === 0,
    enabled: !element.matches(":disabled") && element.getAttribute("aria-disabled") !== "true",
  };
}

function lookFor(target) {
  return structuralMatches(target).slice(0, maxLooks).map(lookAt);
}

// The same with the elements, one control each, as `gatherControls` gives them.
function gatherTargets(target) {
  const found = structuralMatches(target).slice(0, maxLooks);
  return { elements: found.map((element) => [element]), descriptors: found.map(lookAt) };
}

function hrefIn(element) {
  const link = element.localName === "a" ? element : element.querySelector("a[href]");
  return link?.href ?? null;
}

function labelledTexts() {
  const found = [];
  const add = (label, element, source, text = textOf(element)) => {
    if (label !== "" && text !== "" && label !== text && shownNow(element)) {
      found.push({ label: label.slice(0, 300), text, href: hrefIn(element), source });
    }
  };
  for (const element of everyElement(document)) {
    if (element.localName === "dd") {
      let term = element.previousElementSibling;
      while (term !== null && term.localName !== "dt") term = term.previousElementSibling;
      add(textOf(term), element, "definition");
    } else if (element.localName === "td") {
      for (const header of tableHeadersOf(element)) add(header, element, "table");
    } else if (
      element.localName === "output" ||
      element.hasAttribute("aria-labelledby") ||
      element.hasAttribute("aria-label")
    ) {
      add(accessibleName(element), element, "labelled");
    } else if (["input", "select", "textarea"].includes(element.localName) && !isSensitive(element)) {
      const shown =
        element.localName === "select"
          ? (element.selectedOptions[0]?.label ?? "")
          : isBox(element)
            ? ""
            : element.value;
      add(accessibleName(element), element, "control", foldText(shown));
    }
    if (found.length >= 1000) break;
  }
  for (const line of visibleText().split("\n").slice(0, 2000)) {
    const match = /^\s*([^:：]{2,80})[:：]\s*(\S.{0,300})$/u.exec(line);
    if (match !== null)
      found.push({ label: foldText(match[1]), text: foldText(match[2]), href: null, source: "line" });
  }
  return found.slice(0, 2000);
}
