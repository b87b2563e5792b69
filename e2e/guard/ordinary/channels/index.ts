import type { Channel } from "./channel.ts";
import { safeChannels, unseenChannels } from "./others.ts";
import { requests } from "./requests.ts";
import { submissions } from "./submissions.ts";

export const channels: readonly Channel[] = [...submissions, ...requests, ...safeChannels, ...unseenChannels];
