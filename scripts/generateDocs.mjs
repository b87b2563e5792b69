// Writes the generated pages of docs/. Run by `npm run docs`; scripts/docs/errorsPage.test.ts fails when it was forgotten.
import { writeFileSync } from "node:fs";
import { errorTable } from "../runtime/contract/errors.ts";
import { errorsPage } from "./docs/errorsPage.mjs";

writeFileSync(new URL("../docs/errors.md", import.meta.url), errorsPage(errorTable));
