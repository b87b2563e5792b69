// Why a person could not see or use an element; an empty list when they could.
const smallestSide = 2;
const faintest = 0.05;

function parentOf(element) {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
}

function opacityOf(element) {
  let opacity = 1;
  for (let at = element; at !== null; at = parentOf(at)) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

function hasAncestor(element, test) {
  for (let at = element; at !== null; at = parentOf(at)) if (test(at)) return true;
  return false;
}

function isClippedAway(element) {
  return hasAncestor(element, clipsAway);
}

function clipsAway(element) {
  const style = getComputedStyle(element);
  const inset = /^inset\((\d+(?:\.\d+)?)%/.exec(style.clipPath);
  if (inset !== null && Number(inset[1]) >= 50) return true;
  if (/^(circle|ellipse)\(0(px|%)?\b/.test(style.clipPath)) return true;
  return (
    style.clipPath === "inset(100%)" ||
    style.clipPath === "inset(50%)" ||
    /^rect\((0|1)px,? (0|1)px/.test(style.clip)
  );
}

// An ancestor that hides its overflow and has no room shows nothing of what is in it.
function isInClosedBox(element) {
  return hasAncestor(element, (at) => {
    if (at === element || at === document.body || at === document.documentElement) return false;
    const style = getComputedStyle(at);
    if (style.overflowX === "visible" && style.overflowY === "visible") return false;
    const box = at.getBoundingClientRect();
    return box.width < smallestSide || box.height < smallestSide;
  });
}

function hiddenBecause(element) {
  const reasons = [];
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }))
    reasons.push("notRendered");
  const box = element.getBoundingClientRect();
  if (reasons.length === 0 && (box.width < smallestSide || box.height < smallestSide))
    reasons.push("tooSmall");
  if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) reasons.push("offScreen");
  if (opacityOf(element) < faintest) reasons.push("transparent");
  if (isClippedAway(element) || isInClosedBox(element)) reasons.push("clipped");
  if (hasAncestor(element, (at) => at.getAttribute("aria-hidden") === "true")) reasons.push("ariaHidden");
  if (hasAncestor(element, (at) => at.inert === true)) reasons.push("inert");
  return reasons;
}
