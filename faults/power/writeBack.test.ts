import { describePowerLoss } from "./testPowerLoss.ts";

describePowerLoss("writeBack", {
  tests: 2,
  imagesInTest: 20,
  careless: [["synchronous=OFF", /: (lost|refused): /]],
});
