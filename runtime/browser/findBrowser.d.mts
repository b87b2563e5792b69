export type BrowserSource = "HOLDFAST_BROWSER" | "playwright" | "system";

export interface FoundBrowser {
  readonly path: string;
  readonly source: BrowserSource;
  readonly missing?: never;
}

/** No usable browser; `reason` is a clause for a human, `tried` the paths looked at, in order. */
export interface MissingBrowser {
  readonly missing: true;
  readonly tried: readonly string[];
  readonly reason: string;
}

export interface FindBrowserInput {
  /** Default: `process.env`. Read: HOLDFAST_BROWSER, PATH, HOME and the Windows program folders. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: `process.platform`. */
  readonly platform?: string;
  /** Where Playwright's own Chromium would be: `chromium.executablePath()`. It need not exist. */
  readonly playwrightPath?: string | undefined;
  /** Default: `isExecutableFile`. */
  readonly exists?: (path: string) => boolean;
}

/** HOLDFAST_BROWSER if set, else Playwright's own Chromium, else a system Chrome, Chromium or Edge. */
export function findBrowser(input?: FindBrowserInput): FoundBrowser | MissingBrowser;

export function isExecutableFile(path: string): boolean;
