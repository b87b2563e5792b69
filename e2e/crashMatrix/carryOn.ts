import { type Job, type JobResult, type Runtime, runJob } from "../../gateway/index.ts";

/** How a runtime takes up what a dead one left. */
export type CarryOn = (runtime: Runtime, job: Job) => Promise<JobResult>;

/** The job is run again, and once more when that left it open: what was sent by then may have become known. */
export const runAgain: CarryOn = async (runtime, job) => {
  const result = await runJob(runtime, job);
  return result.verdict === "needsReconciliation" ? runJob(runtime, job) : result;
};

/** What Holdfast must never do: after every crash, the job is sent anew. The matrix has to find it out. */
export const sendBlindly: CarryOn = (runtime, job) => runJob(runtime, job, { again: true });
