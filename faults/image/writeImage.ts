import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Image } from "./buildImage.ts";

const depth = (path: string) => path.split("/").length;

/** Lays an image out in an empty folder. */
export const writeImage = (image: Image, folder: string): void => {
  for (const [path, bytes] of [...image].toSorted(([a], [b]) => depth(a) - depth(b))) {
    if (bytes === null) mkdirSync(join(folder, path), { mode: 0o700 });
    else writeFileSync(join(folder, path), bytes, { mode: 0o600 });
  }
};

/** What lies in a folder, as an image. */
export const readImage = (folder: string): Image =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), entry.isFile() ? Uint8Array.from(readFileSync(path)) : null];
    }),
  );
