import type { OrdinaryPage } from "./ordinaryPage.ts";

export const multipartForm: OrdinaryPage = {
  name: "a form that uploads a file",
  answer({ method }, reply) {
    if (method === "POST") return reply.page("Thank you");
    reply.page(`<form method="post" action="/upload" enctype="multipart/form-data">
      <input name="name" value="Ada"><input type="file" name="file"><button name="action" value="send">Send</button></form>`);
  },
  async visit(tab) {
    await tab.go("/");
    await tab.run(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(["content of the file"], "file.txt", { type: "text/plain" }));
      document.querySelector("[type=file]").files = files.files;
    })()`);
    await tab.click("button", "boundary");
    await tab.sees("Thank you");
    return tab.run("location.pathname");
  },
  visible: "/upload",
  log: [
    "GET /",
    [
      "POST /upload --BOUNDARY",
      'Content-Disposition: form-data; name="name"',
      "",
      "Ada",
      "--BOUNDARY",
      'Content-Disposition: form-data; name="file"; filename="file.txt"',
      "Content-Type: text/plain",
      "",
      "content of the file",
      "--BOUNDARY",
      'Content-Disposition: form-data; name="action"',
      "",
      "send",
      "--BOUNDARY--",
      "",
    ].join("\r\n"),
  ],
};
