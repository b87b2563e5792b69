// Lives through lives of a script; notes what it begins and what was acknowledged: `main.ts <data directory> <notes> <script> <life>…`
import { openSync, writeSync } from "node:fs";
import { RuntimeError } from "../../runtime/contract/index.ts";
import { live } from "./live.ts";
import { encodeNote, type Note } from "./notes.ts";
import { scripts } from "./script.ts";

const [dataDir = "", notes = "", name = "", ...lives] = process.argv.slice(2);
const file = openSync(notes, "a", 0o600);
const say = (note: Note) => {
  writeSync(file, `${encodeNote(note)}\n`);
};
for (const index of lives.map(Number)) {
  const life = scripts[name]?.[index];
  if (life === undefined) throw new Error(`there is no life ${index} in ${name}`);
  try {
    await live(dataDir, life, index * 1_000, say);
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error;
    say({ stopped: error.code, message: error.message });
  }
}
