/**
 * What a process did to a disk, in the order in which it was done. Paths are relative to the disk, `""` is its root; a file is
 * known by a number, because it may have several names or none. `covers`: a sync makes durable what came before that place in the
 * list, which is where it began: what another thread wrote while it ran may have been too late for it.
 */
export type Operation =
  | { readonly kind: "mkdir"; readonly path: string }
  | { readonly kind: "create"; readonly path: string; readonly file: number }
  | { readonly kind: "write"; readonly file: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly file: number; readonly size: number }
  | { readonly kind: "link"; readonly path: string; readonly file: number }
  | { readonly kind: "rename"; readonly from: string; readonly path: string }
  | { readonly kind: "unlink"; readonly path: string }
  | { readonly kind: "sync"; readonly file: number; readonly covers: number }
  | { readonly kind: "syncDirectory"; readonly path: string; readonly covers: number }
  /** What the process said it was about to do, or had done: see workload/notes.ts. */
  | { readonly kind: "note"; readonly text: string };

export type Recording = readonly Operation[];

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
