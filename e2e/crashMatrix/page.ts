import { matrixTable, type Row } from "./table.ts";

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The cells that a page holds, by name. */
export const namesInPage = (text: string): string[] =>
  [...text.matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\| (yes|no) +\|/gm)].map(
    ([, point, behaviour, probe]) => `${point}, ${behaviour}, ${probe === "yes" ? "with" : "without"} probe`,
  );

/** The page that a whole run writes. */
export const matrixPage = (rows: readonly Row[]): string => {
  const count = (holds: (row: Row) => boolean) => rows.filter(holds).length;
  const reached = count(({ seen }) => seen.survived === null);
  const open = count(({ seen }) => seen.verdict === "needsReconciliation");
  const openThough = count(({ seen, cell }) => seen.verdict === "needsReconciliation" && cell.probe);
  return `# The crash matrix

Every named crash point that a submit can reach × every behaviour of the server × with and without a probe. In each cell a
real \`holdfast run\` submits a form with a real browser and kills itself by SIGKILL at the crash point. Then a new runtime on the
same data directory decides what became of it, and the job is run again, as a user would. The server counts.

\`npm run crash-matrix -- --write\` runs all of it and writes this page. \`npm test\` runs one cell of each crash point with and
without probe; which ones goes round with the day, and \`HOLDFAST_MATRIX_TURN\` names another turn.

**Of ${plural(rows.length, "cell")}, ${reached} were reached. No server received a submission twice. Each verdict is the server's own truth,
or \`needsReconciliation\`: ${open}, of which ${openThough} with a probe.**

- **server**: \`quick\`, \`slow\` (1.5 seconds) and \`303 redirect\` accept. \`answers, then cuts\` accepts, sends the headers of its
  answer and cuts; \`acts, then cuts\` accepts and cuts without a word; \`cuts unread\` looks just the same from outside and accepts
  nothing. \`422 with errors\` and \`500 error\` accept nothing. \`never answers\` accepts and stays silent.
- **what recovery said**: what it read from the journal (\`notSent\`, \`unknown\`, \`reverify\`, \`finish\`, or \`stored\` when the submit
  had ended), whether the work was \`restarted\`, and what reading the site showed.
- **received**: submissions at the server in the end. Zero where the process died before the recorded request left.
- At \`boundary.acted\` and \`boundary.verifying\` the click has returned, and how far its request has come by then is a race.
  Those rows are of one run; whatever recovery says there, the verdict must follow from it.
- Where no answer comes, \`dispatch.answered\` and \`dispatch.settled\` are reached only when the runtime closes and ends the request
  itself, or not at all. The outcome is stored by then.
- A \`recovery\` point is reached by a second process, which takes up what a first one left that died at \`dispatch.continued\`
  (\`decided\`), \`dispatch.before\` (\`restarting\`) or \`boundary.executing\` (\`restarted\`).
- A probe that does not see the effect counts only after 30 seconds, which no cell waits for
  ([why](decisions/0002-not-applied-counts-after-thirty-seconds.md)).

${matrixTable(rows)}
`;
};
