import { analytics } from "./analytics.ts";
import { autosave } from "./autosave.ts";
import { basicAuth } from "./basicAuth.ts";
import { crossOrigin } from "./crossOrigin.ts";
import { deadServer } from "./deadServer.ts";
import { encodings } from "./encodings.ts";
import { fetchUpload } from "./fetchUpload.ts";
import { frames } from "./frames.ts";
import { graphqlApp } from "./graphqlApp.ts";
import { http2Page } from "./http2Page.ts";
import { httpCache } from "./httpCache.ts";
import { largeDownload } from "./largeDownload.ts";
import { largeHeaders } from "./largeHeaders.ts";
import { login, secureLogin } from "./login.ts";
import { media } from "./media.ts";
import { methods } from "./methods.ts";
import { modules } from "./modules.ts";
import { multipartForm } from "./multipartForm.ts";
import { newTab } from "./newTab.ts";
import type { OrdinaryPage } from "./ordinaryPage.ts";
import { redirectedForms, redirects } from "./redirects.ts";
import { serverSentEvents } from "./serverSentEvents.ts";
import { serviceWorker } from "./serviceWorker.ts";
import { brokenServers, sloppyServers, strangeStatus } from "./sloppyServers.ts";
import { streamedAnswer } from "./streamedAnswer.ts";
import { wayBack } from "./wayBack.ts";
import { secureWebSocket, webSocket } from "./webSocket.ts";
import { workers } from "./workers.ts";

export const ordinaryPages: readonly OrdinaryPage[] = [
  graphqlApp,
  analytics,
  autosave,
  serviceWorker,
  fetchUpload,
  multipartForm,
  streamedAnswer,
  serverSentEvents,
  webSocket,
  secureWebSocket,
  httpCache,
  http2Page,
  basicAuth,
  largeDownload,
  largeHeaders,
  redirects,
  redirectedForms,
  crossOrigin,
  frames,
  workers,
  modules,
  media,
  login,
  secureLogin,
  deadServer,
  sloppyServers,
  brokenServers,
  strangeStatus,
  encodings,
  methods,
  wayBack,
  newTab,
];
