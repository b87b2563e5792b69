import { describePowerLoss } from "./testPowerLoss.ts";

describePowerLoss("lives", {
  tests: 20,
  imagesInTest: 50,
  careless: [
    ["synchronous=OFF", /: (lost|refused): /],
    ["synchronous=NORMAL", /: (lost|refused): /],
    ["artifacts without a sync", /: artifactWithoutBytes: /],
    ["artifacts without a name", /: artifactWithoutBytes: /],
  ],
});
