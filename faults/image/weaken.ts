import type { Recording } from "../recording/operations.ts";

/** A promise to the disk that a careless storage would not ask for. */
export const carelessness = {
  "synchronous=OFF": "neither the journal nor its log is ever synced",
  "synchronous=NORMAL": "the log is synced only before it is written back",
  "artifacts without a sync": "the bytes of an artifact are not synced",
  "artifacts without a name": "the folder of an artifact is not synced",
} as const;
export type Carelessness = keyof typeof carelessness;

const isJournal = (path: string) => /(^|\/)journal\.(db|new)(-wal|-journal)?$/.test(path);
const isLog = (path: string) => path.endsWith("journal.db-wal");

/** Every name that each file ever had. */
const namesOf = (recording: Recording): ReadonlyMap<number, readonly string[]> => {
  const names = new Map<number, string[]>();
  const byPath = new Map<string, number>();
  for (const operation of recording) {
    if (operation.kind !== "create" && operation.kind !== "link" && operation.kind !== "rename") continue;
    const file = operation.kind === "rename" ? byPath.get(operation.from) : operation.file;
    if (file === undefined) continue;
    byPath.set(operation.path, file);
    names.set(file, [...(names.get(file) ?? []), operation.path]);
  }
  return names;
};

/** The same process on the same disk, had it not asked for some of the syncs: they are taken out, everything else stays. */
export const weaken = (recording: Recording, how: Carelessness): Recording => {
  const names = namesOf(recording);
  const ofFile = (file: number, test: (path: string) => boolean) => (names.get(file) ?? []).some(test);
  const nextAfter = (index: number) => recording.slice(index + 1).find(({ kind }) => kind !== "note");
  const isBeforeWritingBack = (index: number) => {
    const next = nextAfter(index);
    return next?.kind === "write" && ofFile(next.file, (path) => path.endsWith("journal.db"));
  };
  /** Asked for by the storage, not by SQLite. */
  const isBeforeNaming = (index: number) => nextAfter(index)?.kind === "rename";
  const isLeftOut = (index: number): boolean => {
    const operation = recording[index];
    if (operation?.kind === "syncDirectory")
      return how === "artifacts without a name" && operation.path.includes("artifacts/");
    if (operation?.kind !== "sync") return false;
    if (how === "synchronous=OFF") return ofFile(operation.file, isJournal) && !isBeforeNaming(index);
    if (how === "synchronous=NORMAL") return ofFile(operation.file, isLog) && !isBeforeWritingBack(index);
    return (
      how === "artifacts without a sync" && ofFile(operation.file, (path) => path.includes("artifacts/"))
    );
  };
  // A sync that covers nothing does nothing, and the places of all other operations stay what they are.
  return recording.map((operation, index) =>
    (operation.kind === "sync" || operation.kind === "syncDirectory") && isLeftOut(index)
      ? { ...operation, covers: 0 }
      : operation,
  );
};
