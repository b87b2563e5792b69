export type { ScoredCandidate, TextMatcher } from "./candidate.ts";
export type { Resolution } from "./decide.ts";
export { type ActionOptions, resolveAction } from "./resolveAction.ts";
export { type FieldOptions, resolveField } from "./resolveField.ts";
export { fingerprintText, toCandidateViews, toControlView } from "./views.ts";
