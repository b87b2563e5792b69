// The page docs/errors.md, made from the table of error codes; a repair hint links to its headings.

/** @typedef {{ layer: string, retryable: boolean, action: string }} CodeFacts */

const layers = /** @type {const} */ ({
  interface: "the request itself",
  runtime: "Holdfast",
  storage: "the data directory",
  browser: "the browser or the way to the network",
  page: "the page as it was found",
  site: "the site's answer",
});

const introduction = `# Error codes

Every error has a \`code\` from this list, the \`layer\` it comes from, whether it is \`retryable\`, and a \`repair\`
with what to do next and a link to this page.

\`retryable\` says that the same request may succeed later. It is \`true\` only while nothing was sent: once a request was or
may have been sent, every error is \`retryable: false\`, and no repair hint says to send again.`;

const layerList = Object.entries(layers).map(([layer, what]) => `- \`${layer}\`: ${what}`);

/** @param {boolean} retryable */
const yesOrNo = (retryable) => (retryable ? "yes" : "no");

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** As the formatter aligns it. @param {readonly (readonly string[])[]} rows the first is the head */
function alignedTable(rows) {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const padded = (/** @type {readonly string[]} */ row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [padded(head), line(widths.map((width) => "-".repeat(width))), ...body.map(padded)].join("\n");
}

/** @param {Readonly<Record<string, CodeFacts>>} table */
export function errorsPage(table) {
  const codes = Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = codes.map(([code, { layer, retryable, action }]) => [
    `[${code}](#${code.toLowerCase()})`,
    layer,
    yesOrNo(retryable),
    action,
  ]);
  const sections = codes.flatMap(([code, { layer, retryable, action }]) => [
    `## ${code}`,
    `Layer: ${layer}. Retryable: ${yesOrNo(retryable)}.`,
    retryable
      ? `${sentence(action)} If something was or may have been sent: ${table["outcomeUnknown"]?.action}.`
      : sentence(action),
  ]);
  return `${[
    introduction,
    "The layers:",
    layerList.join("\n"),
    alignedTable([["code", "layer", "retryable", "what to do"], ...rows]),
    ...sections,
    "<!-- Generated from runtime/contract/errors.ts by `npm run docs`; do not edit. -->",
  ].join("\n\n")}\n`;
}
