import { createHash } from "node:crypto";
import type { OrdinaryPage } from "./ordinaryPage.ts";

const bytes = Buffer.alloc(300_000, 7);

export const fetchUpload: OrdinaryPage = {
  name: "an upload of a large Blob by fetch and by XMLHttpRequest with progress",
  answer({ method, body }, reply) {
    if (method !== "GET") return reply.send(200, {}, body);
    reply.page("Upload");
  },
  async visit(tab) {
    await tab.go("/");
    return tab.run(`(async () => {
      const blob = new Blob([new Uint8Array(300000).fill(7)], { type: "application/octet-stream" });
      const fetched = await (await fetch("/blob", { method: "POST", body: blob })).text();
      const form = new FormData();
      form.append("name", "Ada");
      form.append("file", new Blob(["small file"], { type: "text/plain" }), "small.txt");
      await fetch("/form", { method: "POST", body: form });
      const xhr = new XMLHttpRequest();
      let sent = 0;
      xhr.upload.onprogress = (event) => { sent = event.loaded; };
      await new Promise((resolve) => { xhr.onload = resolve; xhr.open("PUT", "/xhr"); xhr.send(blob); });
      return [fetched === xhr.responseText, sent];
    })()`);
  },
  visible: [true, 300_000],
  log: [
    "GET /",
    `POST /blob 300000 bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`,
    [
      "POST /form --BOUNDARY",
      'Content-Disposition: form-data; name="name"',
      "",
      "Ada",
      "--BOUNDARY",
      'Content-Disposition: form-data; name="file"; filename="small.txt"',
      "Content-Type: text/plain",
      "",
      "small file",
      "--BOUNDARY--",
      "",
    ].join("\r\n"),
    `PUT /xhr 300000 bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`,
  ],
};
