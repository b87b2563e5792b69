import { expect } from "@playwright/test";
import type { Channel } from "./ordinary/channels/channel.ts";
import { channels } from "./ordinary/channels/index.ts";
import { coverageOf, endOf, exchangesOf, openChannel, useArmed } from "./ordinary/channels/run.ts";
import { test } from "./ordinary/stage.ts";

const isUnsafe = (hit: string): boolean => !hit.startsWith("GET ");

for (const channel of channels) {
  test(`armed, ${channel.name}: what reaches the server is recorded, or coverage says why not`, async ({
    runtime,
  }) => {
    const page = await openChannel(runtime, channel, {});
    await page.open();
    const { outcome, dispatched } = await useArmed(page);
    process.stdout.write(
      `| ${channel.name} | ${page.hits().join(", ")} | ${exchangesOf(outcome).join(", ")} | ${coverageOf(outcome)} | ${endOf(outcome)} ${outcome.effect} |\n`,
    );
    if (channel.name === "form, same tab") console.log(dispatched);
    if ("error" in outcome) console.log(outcome.error.message);
    await page.close();
  });
}
