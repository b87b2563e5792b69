import type { CDPSession, Page } from "playwright";
import { z } from "zod";
import { withoutFragment } from "./proxyRequest.ts";

/** Whose request it is. `pageId` is null for a tab no command knows (a popup) and for workers. */
export interface Owner {
  readonly sessionId: string;
  readonly pageId: string | null;
  readonly frame: "main" | "sub" | "worker" | "unknown";
  /** Whether it may only read: nothing with a possible effect leaves it. */
  readonly readOnly: boolean;
}

/** A tab that is followed; it gets its page id when the runtime knows it. */
export interface FollowedPage {
  readonly cdp: CDPSession;
  readonly sessionId: string;
  pageId: string | null;
  readOnly: boolean;
}

const targetSchema = z.object({
  targetId: z.string(),
  type: z.string(),
  browserContextId: z.string().optional(),
});
const targetsSchema = z.object({ targetInfos: z.array(targetSchema) });
const oneTargetSchema = z.object({ targetInfo: targetSchema });
const frameEventSchema = z.object({ frameId: z.string() });

const navigationSchema = z.object({ frameId: z.string(), reason: z.string(), url: z.string() });

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[] | undefined;
}
const frameTreeSchema: z.ZodType<FrameTree> = z.lazy(() =>
  z.object({ frame: z.object({ id: z.string() }), childFrames: z.array(frameTreeSchema).optional() }),
);

const frameKind = (type: string): Owner["frame"] =>
  type === "page" ? "main" : type.includes("worker") ? "worker" : "sub";

/** Which session and page a frame of the browser belongs to. */
export const createFrameOwners = (browser: CDPSession) => {
  const frames = new Map<string, { readonly page: FollowedPage; readonly frame: Owner["frame"] }>();
  const sessionOfContext = new Map<string, string>();
  const formNavigations = new Map<string, string>();

  return {
    /** Follows a tab and its frames from now on. */
    async follow(page: Page, sessionId: string): Promise<FollowedPage> {
      const cdp = await page.context().newCDPSession(page);
      const followed: FollowedPage = { cdp, sessionId, pageId: null, readOnly: false };
      const { targetInfo } = oneTargetSchema.parse(await cdp.send("Target.getTargetInfo"));
      if (targetInfo.browserContextId !== undefined)
        sessionOfContext.set(targetInfo.browserContextId, sessionId);
      const add = (frameId: string) =>
        frames.set(frameId, { page: followed, frame: frameId === targetInfo.targetId ? "main" : "sub" });
      const addTree = (tree: FrameTree) => {
        add(tree.frame.id);
        for (const child of tree.childFrames ?? []) addTree(child);
      };
      cdp.on("Page.frameAttached", (event) => add(frameEventSchema.parse(event).frameId));
      cdp.on("Page.frameRequestedNavigation", (event) => {
        const { frameId, reason, url } = navigationSchema.parse(event);
        if (reason.startsWith("formSubmission")) formNavigations.set(frameId, withoutFragment(url));
        else formNavigations.delete(frameId);
      });
      await cdp.send("Page.enable");
      addTree(z.object({ frameTree: frameTreeSchema }).parse(await cdp.send("Page.getFrameTree")).frameTree);
      page.once("close", () => {
        for (const [frameId, { page: owner }] of frames) if (owner === followed) frames.delete(frameId);
      });
      return followed;
    },

    /**
     * Whether a frame is about to load this address because it sends a form, by whatever means; asked once per load. The
     * browser says so before the request is held. A form that is sent into a new tab is not announced.
     */
    takeFormNavigation(frameId: string, url: string): boolean {
      const announced = formNavigations.get(frameId);
      formNavigations.delete(frameId);
      return announced === withoutFragment(url);
    },

    /** The owner of a frame, worker or new tab; null when the browser does not know it (any more). */
    async of(frameId: string): Promise<Owner | null> {
      const known = frames.get(frameId);
      if (known !== undefined) {
        const { sessionId, pageId, readOnly } = known.page;
        return { sessionId, pageId, readOnly, frame: known.frame };
      }
      const { targetInfos } = targetsSchema.parse(await browser.send("Target.getTargets"));
      const target = targetInfos.find(({ targetId }) => targetId === frameId);
      const sessionId = sessionOfContext.get(target?.browserContextId ?? "");
      return target === undefined || sessionId === undefined
        ? null
        : { sessionId, pageId: null, readOnly: false, frame: frameKind(target.type) };
    },
  };
};

export type FrameOwners = ReturnType<typeof createFrameOwners>;
