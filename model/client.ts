import type { CommandEnvelopeInput, CommandInput, CommandOutcome } from "../runtime/contract/index.ts";
import { RuntimeError } from "../runtime/contract/index.ts";
import type { Action } from "./actions.ts";
import { formUrl, statusUrl } from "./page.ts";
import type { World } from "./world.ts";

const principal = "client";
const keyMs = 7 * 24 * 3_600_000;

interface Place {
  /** Whether the page shows the form, and the form holds its value. */
  readonly atForm: boolean;
  readonly filled: boolean;
  readonly workflowId: string;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly pageId: string;
}

/** A submit the client once asked for. */
interface Asked {
  readonly envelope: CommandEnvelopeInput;
  readonly key: string | null;
  readonly at: number;
}

/** What the client knows and was told; the checks compare it with the disk and the site. */
export interface Ledger {
  /** Every workflow that was begun, with the name its form was filled with. */
  readonly workflows: Map<string, string>;
  /** The answers given, by command. */
  readonly told: Map<string, CommandOutcome>;
  readonly faults: string[];
}

export interface Client {
  readonly ledger: Ledger;
  perform(action: Action): Promise<void>;
}

type Input = Extract<CommandInput, { kind: "intent" }>["input"];
const intent = (input: Input): CommandInput => ({ kind: "intent", input });
const shows = (text: string) => ({ text: { matcher: { contains: text } } });

const isFree = (outcome: CommandOutcome): boolean =>
  outcome.status === "retryableFailure" ||
  (outcome.status === "failed" &&
    (outcome.effect === "none" ||
      outcome.effect === "notSent" ||
      outcome.error.code === "notApplied" ||
      outcome.error.code === "rejectedBySite"));

/** A client that keeps to the contract: it submits anew only what is known not to have been applied. */
export const openClient = (world: World): Client => {
  const ledger: Ledger = { workflows: new Map(), told: new Map(), faults: [] };
  let works = 0;
  let work = "";
  let workflowId: string | null = null;
  let attemptId = "";
  let place: Place | null = null;
  let asked: Asked | null = null;
  let state: "free" | "open" | "done" = "done";

  const codeOf = (error: unknown): string => (error instanceof RuntimeError ? error.code : String(error));

  /** What `work` gives, or why it failed; null when the process died and a new one is alive. */
  const attend = async <T>(
    begin: () => Promise<T>,
    diesAgain: number | null = null,
  ): Promise<{ readonly value: T } | { readonly failed: string } | null> => {
    try {
      const done = await world.attend(begin());
      if (done !== null) return done;
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error;
      return { failed: codeOf(error) };
    }
    await revive(diesAgain);
    return null;
  };
  const revive = async (diesAgain: number | null) => {
    place = null;
    await world.restart(diesAgain);
    await learn();
  };

  const tell = (outcome: CommandOutcome) => ledger.told.set(outcome.commandId, outcome);

  /** What became of the last submit, by the runtime's own word. */
  const learn = async () => {
    if (asked === null) return;
    const { commandId } = asked.envelope;
    try {
      const done = await world.attend(world.runtime().commandOutcome(principal, commandId));
      if (done === null || done.value === null) return;
      state = done.value.status === "completed" ? "done" : isFree(done.value) ? "free" : "open";
    } catch (error) {
      if (codeOf(error) !== "notFound") throw error;
      // Never accepted: it may be asked for anew.
      state = "free";
    }
  };

  const envelope = (
    { atForm: _, filled: __, ...at }: Place,
    command: CommandInput,
    timeoutMs: number,
  ): CommandEnvelopeInput => ({
    schemaVersion: 2,
    commandId: world.newId(),
    ...at,
    deadline: new Date(world.time.now() + timeoutMs).toISOString(),
    command,
  });
  const run = (at: Place, command: CommandInput) =>
    attend(() => world.runtime().execute(principal, envelope(at, command, 60_000)));
  const navigate = (at: Place) =>
    run(at, { kind: "primitive", input: { kind: "navigate", input: { url: formUrl } } });
  const fill = (at: Place) =>
    run(at, intent({ kind: "fill", input: { purpose: "Name", value: { kind: "enter", value: work } } }));
  const isDone = (result: Awaited<ReturnType<typeof run>>): boolean =>
    result !== null && "value" in result && result.value.status === "completed";

  const nextWork = async (): Promise<boolean> => {
    works += 1;
    work = `work ${works}`;
    [workflowId, place, asked, state] = [null, null, null, "free"];
    return findWorkflow();
  };
  const findWorkflow = async (): Promise<boolean> => {
    const made = await attend(async () => {
      const runtime = world.runtime();
      return (await runtime.workflowByKey(principal, work)) ?? runtime.createWorkflow(principal, work);
    });
    if (made === null || "failed" in made) return false;
    ({ workflowId, attemptId } = made.value);
    ledger.workflows.set(workflowId, work);
    return true;
  };

  /** Asks the runtime how the work goes on; true when there is a place to submit from. */
  const recover = async (): Promise<boolean> => {
    if (workflowId === null) return false;
    const id = workflowId;
    const decided = await attend(() => world.runtime().recover(principal, id));
    if (decided === null || "failed" in decided) return false;
    await learn();
    const decision = decided.value;
    if (decision.decision === "restarted") {
      attemptId = decision.attemptId;
      const { sessionId, pageId, replayedInputs } = decision;
      place = {
        atForm: true,
        filled: replayedInputs.length > 0,
        workflowId: id,
        attemptId,
        sessionId,
        pageId,
      };
    }
    return decision.decision !== "needsReconciliation";
  };

  /** A page at the form, filled. */
  const arrive = async (): Promise<Place | null> => {
    if (workflowId === null && !(await findWorkflow())) return null;
    if (place === null && asked !== null && !(await recover())) return null;
    if (place === null && state === "free" && workflowId !== null) {
      const id = workflowId;
      const opened = await attend(async () => {
        const runtime = world.runtime();
        const { sessionId } = await runtime.createSession(principal);
        const { pageId } = await runtime.openPage(principal, sessionId);
        const { attemptId: current } = await runtime.workflow(principal, id);
        return { atForm: false, filled: false, workflowId: id, attemptId: current, sessionId, pageId };
      });
      if (opened === null || "failed" in opened) return null;
      place = opened.value;
    }
    if (place === null) return null;
    const at = place;
    const ready =
      (at.atForm || isDone(await navigate(at))) &&
      // A form that was just replayed is not typed into again, so that what was replayed is what is sent.
      (at.filled || isDone(await fill(at)));
    // After a submit that did not leave, the form is tried as it stands; if that fails, from its address again.
    if (place !== null) place = ready ? { ...at, atForm: true, filled: false } : null;
    return ready ? at : null;
  };

  const submitFrom = async (at: Place, action: Extract<Action, { does: "submit" }>) => {
    const command = intent({
      kind: "submitAndVerify",
      input: {
        purpose: "register",
        expectedState: shows("Thank you"),
        ...(action.probe
          ? {
              probe: {
                url: statusUrl(work),
                applied: shows("You are registered"),
                notApplied: shows("No registration yet"),
              },
            }
          : {}),
      },
    });
    const own: Asked = {
      envelope: envelope(at, command, action.timeoutMs),
      key: action.key ? `key ${works} ${world.time.now()}` : null,
      at: world.time.now(),
    };
    asked = own;
    const options = own.key === null ? {} : { idempotencyKey: own.key };
    const clients = Array.from({ length: action.clients }, () =>
      world.runtime().execute(principal, own.envelope, options),
    );
    for (const client of clients) client.catch(() => {});
    const answered = await attend(() => Promise.all(clients));
    if (answered === null) return;
    if ("failed" in answered) {
      await learn();
      if (answered.failed === "pageCrashed") place = null;
      return;
    }
    if (new Set(answered.value.map((one) => JSON.stringify(one))).size > 1)
      ledger.faults.push("two clients with one command got two answers");
    for (const outcome of answered.value) tell(outcome);
    await learn();
  };

  const withLuck = async (dies: number | null, browserDies: number | null, doing: () => Promise<unknown>) => {
    world.dieAfter(dies);
    world.browserDiesAfter(browserDies);
    await doing();
    world.dieAfter(null);
    world.browserDiesAfter(null);
  };

  /** A key answers for its time, and beyond it while what became of its command is open. */
  const keyHolds = ({ key, at }: Asked): boolean =>
    key !== null && (state === "open" || world.time.now() - at < keyMs);

  const askAgain = async (by: "id" | "key"): Promise<void> => {
    if (asked === null || (by === "key" && !keyHolds(asked))) return;
    const { envelope: first, key } = asked;
    const known = await world.disk.journal.command(first.commandId);
    if (known === null) return;
    const second = by === "id" ? first : { ...first, commandId: world.newId() };
    const answer = await attend(() =>
      world.runtime().execute(principal, second, key === null ? {} : { idempotencyKey: key }),
    );
    if (answer === null) return;
    if ("failed" in answer) ledger.faults.push(`asking again was refused: ${answer.failed}`);
    else if (answer.value.commandId !== first.commandId)
      ledger.faults.push("asking again ran another command");
    else tell(answer.value);
  };

  const mixUp = async (by: "id" | "key"): Promise<void> => {
    if (asked === null || (by === "key" && !keyHolds(asked))) return;
    if ((await world.disk.journal.command(asked.envelope.commandId)) === null) return;
    const other = { ...asked.envelope, command: intent({ kind: "locate", input: { purpose: "Name" } }) };
    const deadline = new Date(world.time.now() + 60_000).toISOString();
    const second = by === "id" ? { ...other, deadline } : { ...other, deadline, commandId: world.newId() };
    const answer = await attend(() =>
      world.runtime().execute(principal, second, asked?.key == null ? {} : { idempotencyKey: asked.key }),
    );
    if (answer !== null && !("failed" in answer && answer.failed === "idempotencyConflict"))
      ledger.faults.push("an id or key stood for two commands");
  };

  /** A person looks the work up, late enough for the site to be done with it, and says so. */
  const resolve = async (truthfully: boolean): Promise<void> => {
    if (asked === null || workflowId === null) return;
    const { commandId } = asked.envelope;
    const known = await world.disk.journal.command(commandId);
    if (known === null || (known.phase === "needsReconciliation") !== truthfully) return;
    if (truthfully) await world.pass(60_000);
    const applied = world.site.received().some((one) => one.commandId === commandId && one.applied);
    const verdict = applied === truthfully ? "applied" : "notApplied";
    const id = workflowId;
    const answer = await attend(() =>
      world.runtime().resolve(principal, id, { commandId, verdict, by: "Ada", note: "looked it up" }),
    );
    if (answer === null) return;
    if ("failed" in answer) {
      if (truthfully) ledger.faults.push(`a resolution was refused: ${answer.failed}`);
      return;
    }
    if (!truthfully && (answer.value.status === "completed") !== (verdict === "applied"))
      ledger.faults.push("a contradiction was accepted");
    tell(answer.value);
    await learn();
  };

  return {
    ledger,
    async perform(action) {
      switch (action.does) {
        case "submit":
          world.site.manners = action.manners;
          world.thinkFor(action.thinksMs);
          if (state === "done" && !(await nextWork())) return;
          if (state === "open") return;
          return withLuck(action.diesOnTheWay, null, async () => {
            const at = await arrive();
            if (at === null) return;
            await withLuck(action.dies, action.browserDies, () => submitFrom(at, action));
          });
        case "recover":
          return withLuck(action.dies, action.browserDies, recover);
        case "askAgain":
          return withLuck(action.dies, null, () => askAgain(action.by));
        case "mixUp":
          return mixUp(action.by);
        case "resolve":
          return withLuck(action.dies, null, () => resolve(action.truthfully));
        case "kill":
          return revive(action.diesAgain);
        case "wait":
          return world.pass(action.ms);
      }
    },
  };
};
