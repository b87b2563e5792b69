// Runs in a world of its own in every frame, before the page's scripts: stops what would submit a form while nothing is armed.
// `settings` holds the binding's name and the state to begin with; the runtime changes it through `holdfastArm`.
function guardSubmits(settings) {
  let armed = settings.armed;
  let lastKey = -1;
  let lastClick = -1;
  const report = globalThis[settings.binding];
  const recentMs = 100;

  globalThis.holdfastArm = (state) => {
    armed = state;
  };

  const nameOf = (element) =>
    (
      element?.getAttribute?.("aria-label") ||
      element?.innerText ||
      element?.value ||
      element?.name ||
      element?.id ||
      ""
    )
      .toString()
      .trim()
      .slice(0, 200);

  const triggerOf = (event) => {
    if (event.timeStamp - lastKey < recentMs) return "key";
    return event.timeStamp - lastClick < recentMs ? "control" : "script";
  };

  const stop = (event, form, control) => {
    event.preventDefault();
    const named =
      form.getAttribute("aria-label") ||
      form.getAttribute("name") ||
      form.id ||
      form.getAttribute("action") ||
      "";
    report(
      JSON.stringify({ control: nameOf(control), form: named.slice(0, 200), trigger: triggerOf(event) }),
    );
  };

  const noteKey = (event) => {
    if (event.isTrusted && event.key === "Enter") lastKey = event.timeStamp;
  };

  // A submit event does not leave a shadow tree; the click that causes it does, and so does Enter's click on the default button.
  const onClick = (event) => {
    if (event.isTrusted && event.detail > 0) lastClick = event.timeStamp;
    if (armed) return;
    const control = event.composedPath()[0]?.closest?.("button, input");
    const inShadow = control?.form && control.form.getRootNode() !== document;
    if (inShadow && (control.type === "submit" || control.type === "image"))
      stop(event, control.form, control);
  };

  const onSubmit = (event) => {
    if (armed) return;
    event.stopImmediatePropagation();
    stop(event, event.target, event.submitter);
  };

  addEventListener("keydown", noteKey, true);
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
}
