import { RuntimeError } from "../../runtime/contract/index.ts";

/** The code of a failed system call (`ENOSPC`, `EACCES`, …), or null for any other error. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;

export const journalFailed = (dataDir: string, code: string, cause: unknown): RuntimeError =>
  new RuntimeError(
    "journalFailed",
    `the data directory ${dataDir} could not be read or written (${code}): free space or make it writable, then send again`,
    { details: { dataDirectory: dataDir, cause: code }, cause },
  );

export const corrupt = (file: string, why: string, cause?: unknown): RuntimeError =>
  new RuntimeError("dataDirectoryCorrupt", `${file}: ${why}; restore it from a backup`, {
    details: { file },
    cause,
  });

/** Runs file work; what the system refuses becomes `journalFailed` naming the data directory. */
export const withIoErrors = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    throw code === null ? error : journalFailed(dataDir, code, error);
  }
};
