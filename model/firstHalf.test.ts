import { testSequences } from "./testSequences.ts";

testSequences(1);
