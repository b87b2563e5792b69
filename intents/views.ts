import type { ControlView } from "../runtime/contract/evidence.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import type { ScoredCandidate } from "./candidate.ts";
import { clipBytes, clipChars } from "./text/clip.ts";

const bounds = { labelBytes: 1_024, reasons: 16, reasonChars: 256, candidates: 8, kindChars: 32 } as const;

const clipLabel = (text: string): string => clipBytes(text, bounds.labelBytes);

const shownName = (candidate: ControlDescriptor): string =>
  [
    candidate.name,
    candidate.label,
    candidate.placeholder,
    candidate.title,
    candidate.nearText,
    candidate.tableHeaders.join(" "),
  ].find((text) => text.trim() !== "") ?? "";

const shownGroup = (candidate: ControlDescriptor): { group?: string } =>
  candidate.groups.length === 0 ? {} : { group: clipLabel(candidate.groups.join(" > ")) };

const roundScore = (score: number): number => Math.round(score * 1_000) / 1_000;

/** A `CandidateView` that is also plain JSON, as the details of an error want it. */
type ShownCandidate = {
  role: string;
  name: string;
  group?: string;
  score: number;
  reasons: string[];
};

const toCandidateView = ({ candidate, score, reasons, excluded }: ScoredCandidate): ShownCandidate => ({
  role: clipLabel(candidate.role),
  name: clipLabel(shownName(candidate)),
  ...shownGroup(candidate),
  score: roundScore(score),
  reasons: [...(excluded === null ? [] : [`excluded: ${excluded}`]), ...reasons]
    .slice(0, bounds.reasons)
    .map((reason) => clipChars(reason, bounds.reasonChars)),
});

/** The first candidates as evidence shows them; ones that share nothing with the purpose are left out. */
export const toCandidateViews = (scored: readonly ScoredCandidate[]): ShownCandidate[] =>
  scored
    .filter(({ score }) => score > 0)
    .slice(0, bounds.candidates)
    .map(toCandidateView);

export const toControlView = (candidate: ControlDescriptor): ControlView => ({
  kind: clipChars(candidate.kind, bounds.kindChars),
  role: clipLabel(candidate.role),
  name: clipLabel(shownName(candidate)),
  ...shownGroup(candidate),
});

const recipe = ({ role, name, groups, kind, frame }: ControlDescriptor) => ({
  role,
  name,
  groups,
  kind,
  frame,
});

/** The accessible recipe by which a control is found again, as canonical text for the caller to hash. */
export const fingerprintText = (
  control: ControlDescriptor,
  candidates: readonly ControlDescriptor[],
): string => {
  const own = JSON.stringify(recipe(control));
  const before = candidates.filter(
    (other) => other.order < control.order && JSON.stringify(recipe(other)) === own,
  );
  return JSON.stringify({ ...recipe(control), ordinal: before.length + 1 });
};
