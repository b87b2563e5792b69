import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Coverage, limits } from "../runtime/contract/index.ts";
import type { PhaseWrite, Storage } from "../runtime/ports/storage.ts";
import * as sample from "./testing/samples.ts";

const { at, id, acceptedCommand } = sample;

const step = (
  number: number,
  from: PhaseWrite["from"],
  to: PhaseWrite["to"],
  more: Partial<PhaseWrite> = {},
): PhaseWrite => ({
  commandId: id(number),
  from,
  to,
  at: at(number),
  body: JSON.stringify({ to }),
  ...more,
});

const idsOf = (rows: readonly { readonly commandId: string }[]) => rows.map((row) => row.commandId);

/** The rules of runtime/ports/storage.ts; every implementation passes them. `open` gives an empty storage. */
export const describeStorage = (name: string, open: () => Promise<Storage>): void => {
  describe(`${name} keeps the storage contract`, () => {
    let storage: Storage;
    beforeEach(async () => {
      storage = await open();
    });
    afterEach(() => storage.close());

    describe("accepting a command", () => {
      it("keeps the command as given, at phase accepted, with the next sequence", async () => {
        const first = acceptedCommand(1, { idempotencyKey: "k" });
        const second = acceptedCommand(2, { pageId: null });
        expect(await storage.journal.accept(first)).toBe("appended");
        expect(await storage.journal.accept(second)).toBe("appended");
        const fresh = { phase: "accepted", coverage: null, outcome: null };
        expect(await storage.journal.command(id(1))).toEqual({ ...first, ...fresh, sequence: 1 });
        expect(await storage.journal.command(id(2))).toEqual({ ...second, ...fresh, sequence: 2 });
      });

      it("answers exists for a known id and leaves the first command as it was", async () => {
        await storage.journal.accept(acceptedCommand(1));
        const changed = acceptedCommand(1, { digest: "b".repeat(64), shown: "another" });
        expect(await storage.journal.accept(changed)).toBe("exists");
        expect(await storage.journal.command(id(1))).toMatchObject({ digest: sample.digest, sequence: 1 });
        expect(await storage.journal.records(id(1))).toHaveLength(1);
      });

      it("answers exists for a taken key and keeps nothing of the second command", async () => {
        await storage.journal.accept(acceptedCommand(1, { idempotencyKey: "k" }));
        expect(await storage.journal.accept(acceptedCommand(2, { idempotencyKey: "k" }))).toBe("exists");
        expect(await storage.journal.command(id(2))).toBeNull();
        expect(await storage.journal.records(id(2))).toEqual([]);
        expect((await storage.journal.commandByKey("ada", "k", at(0)))?.commandId).toBe(id(1));
      });

      it("keeps the keys of principals apart", async () => {
        await storage.journal.accept(acceptedCommand(1, { idempotencyKey: "k" }));
        const others = acceptedCommand(2, { idempotencyKey: "k", principal: "bob" });
        expect(await storage.journal.accept(others)).toBe("appended");
        expect((await storage.journal.commandByKey("bob", "k", at(0)))?.commandId).toBe(id(2));
      });

      it("lets commands without a key stand side by side", async () => {
        expect(await storage.journal.accept(acceptedCommand(1))).toBe("appended");
        expect(await storage.journal.accept(acceptedCommand(2))).toBe("appended");
      });

      it("holds a key through the last millisecond of its retention and gives it away once its command is settled", async () => {
        const retention = limits.idempotencyRetentionMs;
        const keyed = (number: number, ms: number) =>
          acceptedCommand(number, { idempotencyKey: "k", acceptedAt: at(ms) });
        await storage.journal.accept(keyed(1, 0));
        expect(await storage.journal.accept(keyed(2, retention))).toBe("exists");
        const late = keyed(3, retention + 1);
        const find = () => storage.journal.commandByKey("ada", "k", at(retention + 1));
        for (const [from, to] of [
          ["accepted", "resultPrepared"],
          ["resultPrepared", "needsReconciliation"],
          ["needsReconciliation", "failed"],
        ] as const) {
          expect(await storage.journal.accept(late)).toBe("exists");
          expect((await find())?.commandId).toBe(id(1));
          await storage.journal.advance({ commandId: id(1), from, to, at: at(retention), body: "{}" });
        }
        expect(await find()).toBeNull();
        expect(await storage.journal.accept(late)).toBe("appended");
        expect((await storage.journal.commandByKey("ada", "k", at(0)))?.commandId).toBe(id(3));
        expect(await storage.journal.command(id(1))).not.toBeNull();
      });

      it("finds a key only from the given time on, whatever precision the time is written in", async () => {
        await storage.journal.accept(
          acceptedCommand(1, { idempotencyKey: "k", acceptedAt: "2026-11-30T12:00:00Z" }),
        );
        await storage.journal.advance(step(1, "accepted", "failed"));
        const find = (since: string) => storage.journal.commandByKey("ada", "k", since);
        expect((await find("2026-11-30T12:00:00.000Z"))?.commandId).toBe(id(1));
        expect(await find("2026-11-30T12:00:00.001Z")).toBeNull();
        expect(await storage.journal.commandByKey("ada", "other", at(0))).toBeNull();
      });

      it("lets exactly one of two commands that race for a key through", async () => {
        const racers = [1, 2].map((number) => acceptedCommand(number, { idempotencyKey: "k" }));
        const answers = await Promise.all(racers.map((command) => storage.journal.accept(command)));
        expect(answers.toSorted()).toEqual(["appended", "exists"]);
      });

      it("answers null for an unknown command", async () => {
        expect(await storage.journal.command(id(1))).toBeNull();
      });

      it("is not changed by what a caller later does to the bytes it gave or got", async () => {
        const command = acceptedCommand(1);
        const original = Uint8Array.from(command.sealedEnvelope);
        await storage.journal.accept(command);
        command.sealedEnvelope.fill(9);
        (await storage.journal.command(id(1)))?.sealedEnvelope.fill(8);
        expect((await storage.journal.command(id(1)))?.sealedEnvelope).toEqual(original);
      });
    });

    describe("advancing a command", () => {
      beforeEach(async () => {
        await storage.journal.accept(acceptedCommand(1));
      });

      it("moves it when it stands where the writer believes", async () => {
        expect(await storage.journal.advance(step(1, "accepted", "prepared"))).toBe("appended");
        expect((await storage.journal.command(id(1)))?.phase).toBe("prepared");
      });

      it("is superseded, and writes nothing, when the command stands elsewhere", async () => {
        await storage.journal.advance(step(1, "accepted", "prepared"));
        const late = step(1, "accepted", "failed", { outcome: sample.completedOutcome(1) });
        expect(await storage.journal.advance(late)).toBe("superseded");
        expect(await storage.journal.command(id(1))).toMatchObject({ phase: "prepared", outcome: null });
        expect(await storage.journal.records(id(1))).toHaveLength(2);
      });

      it("is superseded for a command that does not exist", async () => {
        expect(await storage.journal.advance(step(9, "accepted", "prepared"))).toBe("superseded");
      });

      it("lets exactly one of two writers win", async () => {
        const answers = await Promise.all([
          storage.journal.advance(step(1, "accepted", "prepared")),
          storage.journal.advance(step(1, "accepted", "failed")),
        ]);
        expect(answers).toEqual(["appended", "superseded"]);
      });

      it("keeps coverage and outcome through later steps that give none", async () => {
        const degraded: Coverage = { state: "degraded", reasons: ["serviceWorker"] };
        await storage.journal.advance(step(1, "accepted", "executing", { coverage: { state: "whole" } }));
        await storage.journal.advance(step(1, "executing", "verifying", { coverage: degraded }));
        const outcome = sample.completedOutcome(1);
        await storage.journal.advance(step(1, "verifying", "resultPrepared", { outcome }));
        await storage.journal.advance(step(1, "resultPrepared", "completed"));
        const command = await storage.journal.command(id(1));
        expect(command).toMatchObject({ phase: "completed", coverage: degraded, outcome });
      });

      it("refuses an outcome that it could not read back, and leaves the command where it was", async () => {
        const outcome = { ...sample.completedOutcome(1), commandId: "not an id" };
        const write = storage.journal.advance(step(1, "accepted", "resultPrepared", { outcome }));
        await expect(write).rejects.toMatchObject({ code: "internal" });
        expect((await storage.journal.command(id(1)))?.phase).toBe("accepted");
      });

      it("refuses a body that is not JSON", async () => {
        const write = storage.journal.advance(step(1, "accepted", "prepared", { body: "{" }));
        await expect(write).rejects.toMatchObject({ code: "internal" });
        expect((await storage.journal.command(id(1)))?.phase).toBe("accepted");
      });
    });

    describe("using a checkpoint", () => {
      beforeEach(async () => {
        for (const number of [1, 2]) await storage.journal.accept(acceptedCommand(number));
        await storage.checkpoints.save(sample.checkpoint(50), null);
      });
      const execute = (number: number, from: PhaseWrite["from"] = "accepted") =>
        storage.journal.advance(step(number, from, "executing", { useCheckpoint: id(50) }));
      const usedBy = async () => (await storage.checkpoints.get(id(50)))?.usedBy;

      it("is used up by the command that starts with it", async () => {
        expect(await execute(1)).toBe("appended");
        expect(await usedBy()).toBe(id(1));
      });

      it("supersedes a second command, whose phase stays", async () => {
        await execute(1);
        expect(await execute(2)).toBe("superseded");
        expect((await storage.journal.command(id(2)))?.phase).toBe("accepted");
        expect(await storage.journal.records(id(2))).toHaveLength(1);
        expect(await usedBy()).toBe(id(1));
      });

      it("supersedes the same command a second time", async () => {
        await execute(1);
        expect(await execute(1, "executing")).toBe("superseded");
      });

      it("stays unused when the command has moved on", async () => {
        expect(await execute(1, "prepared")).toBe("superseded");
        expect(await usedBy()).toBeNull();
      });

      it("supersedes a command that names a checkpoint nobody saved", async () => {
        const write = step(1, "accepted", "executing", { useCheckpoint: id(51) });
        expect(await storage.journal.advance(write)).toBe("superseded");
        expect((await storage.journal.command(id(1)))?.phase).toBe("accepted");
      });
    });

    describe("dispatches and records", () => {
      const dispatch = (requestId: string, state: "dispatched" | "answered", commandId = id(1)) => ({
        commandId,
        requestId,
        state,
        at: at(5),
        body: JSON.stringify({ requestId }),
      });

      it("gives dispatches back in the order they were written", async () => {
        await storage.journal.accept(acceptedCommand(1));
        const written = [
          dispatch("r2", "dispatched"),
          dispatch("r1", "dispatched"),
          dispatch("r2", "answered"),
        ];
        for (const record of written) await storage.journal.dispatch(record);
        expect(await storage.journal.dispatches(id(1))).toEqual(written);
        expect(await storage.journal.dispatches(id(2))).toEqual([]);
      });

      it("keeps what the guard could not see with the command and in its records", async () => {
        await storage.journal.accept(acceptedCommand(1));
        const coverage = { state: "degraded" as const, reasons: ["webSocket"] };
        await storage.journal.degrade(id(1), coverage, at(5));
        expect((await storage.journal.command(id(1)))?.coverage).toEqual(coverage);
        expect((await storage.journal.records(id(1))).at(-1)).toMatchObject({ step: "coverage", at: at(5) });
        await expect(storage.journal.degrade(id(99), coverage, at(5))).rejects.toMatchObject({
          code: "notFound",
        });
      });

      it("rejects a dispatch of an unknown command", async () => {
        const write = storage.journal.dispatch(dispatch("r1", "dispatched", id(9)));
        await expect(write).rejects.toMatchObject({ code: "notFound" });
        expect(await storage.journal.dispatches(id(9))).toEqual([]);
      });

      it("shows one record per step in the order written, dispatches among them", async () => {
        await storage.journal.accept(acceptedCommand(1));
        await storage.journal.accept(acceptedCommand(2));
        await storage.journal.advance(step(1, "accepted", "executing"));
        await storage.journal.dispatch(dispatch("r1", "dispatched"));
        await storage.journal.advance(step(1, "executing", "verifying"));
        const records = await storage.journal.records(id(1));
        expect(records.map((record) => record.step)).toEqual([
          "accepted",
          "executing",
          "dispatch",
          "verifying",
        ]);
        expect(records.map((record) => record.sequence)).toEqual([1, 3, 4, 5]);
        expect(records.map((record) => record.at)).toEqual([at(1), at(1), at(5), at(1)]);
        const bodies = records.map((record): unknown => JSON.parse(record.body));
        expect(bodies[0]).toMatchObject({ kind: "submitAndVerify", class: "boundary" });
        expect(bodies.slice(1)).toEqual([
          { to: "executing" },
          { requestId: "r1", state: "dispatched", body: { requestId: "r1" } },
          { to: "verifying" },
        ]);
      });
    });

    describe("listing commands", () => {
      it("lists what is unfinished and what is unresolved in order of acceptance", async () => {
        const ends = [
          "prepared",
          "needsReconciliation",
          "completed",
          "resultPrepared",
          "failed",
          "needsReconciliation",
        ] as const;
        const numbers = [9, 3, 7, 1, 5, 2];
        for (const number of numbers) await storage.journal.accept(acceptedCommand(number));
        for (const [index, to] of ends.entries())
          await storage.journal.advance(step(numbers[index] ?? 0, "accepted", to));
        expect(idsOf(await storage.journal.unfinished())).toEqual([id(9), id(1)]);
        expect(idsOf(await storage.journal.unresolved())).toEqual([id(3), id(2)]);
      });

      it("takes a resolved command off the list of the unresolved", async () => {
        await storage.journal.accept(acceptedCommand(1));
        await storage.journal.advance(step(1, "accepted", "needsReconciliation"));
        await storage.journal.advance(step(1, "needsReconciliation", "completed"));
        expect(await storage.journal.unresolved()).toEqual([]);
      });

      it("lists the commands of a workflow and of a page in order of acceptance", async () => {
        await storage.journal.accept(acceptedCommand(4));
        await storage.journal.accept(acceptedCommand(3, { pageId: id(0xb4) }));
        await storage.journal.accept(acceptedCommand(2, { workflowId: id(0xb1) }));
        expect(idsOf(await storage.journal.commandsOfWorkflow(id(0xa1)))).toEqual([id(4), id(3)]);
        expect(idsOf(await storage.journal.commandsOfPage(id(0xa4)))).toEqual([id(4), id(2)]);
        expect(await storage.journal.commandsOfPage(id(0xff))).toEqual([]);
      });
    });

    describe("checkpoints", () => {
      it("gives back the checkpoint and the sealed bytes beside it", async () => {
        const sealed = Uint8Array.of(1, 0, 255);
        await storage.checkpoints.save(sample.checkpoint(50), sealed);
        expect(await storage.checkpoints.get(id(50))).toEqual({
          checkpoint: sample.checkpoint(50),
          sealedStorageState: sealed,
          usedBy: null,
        });
        expect(await storage.checkpoints.get(id(51))).toBeNull();
      });

      it("finds the newest of a command and of an attempt", async () => {
        await storage.checkpoints.save(sample.checkpoint(52), null);
        await storage.checkpoints.save(sample.checkpoint(51), null);
        await storage.checkpoints.save(sample.checkpoint(53, { boundaryCommandId: id(2) }), null);
        await storage.checkpoints.save(
          sample.checkpoint(54, { attemptId: id(0xb2), boundaryCommandId: id(3) }),
          null,
        );
        const ofCommand = await storage.checkpoints.forCommand(id(1));
        const ofAttempt = await storage.checkpoints.latestOfAttempt(id(0xa1), id(0xa2));
        expect(ofCommand?.checkpoint.checkpointId).toBe(id(51));
        expect(ofAttempt?.checkpoint.checkpointId).toBe(id(53));
        expect(await storage.checkpoints.forCommand(id(9))).toBeNull();
        expect(await storage.checkpoints.latestOfAttempt(id(0xb1), id(0xa2))).toBeNull();
      });

      it("refuses to save an id twice, because that would make a used checkpoint new", async () => {
        await storage.checkpoints.save(sample.checkpoint(50), null);
        const again = storage.checkpoints.save(sample.checkpoint(50), null);
        await expect(again).rejects.toMatchObject({ code: "internal" });
      });
    });

    describe("workflows", () => {
      it("creates a workflow with its first attempt", async () => {
        const workflow = sample.workflow(20, { key: "passport" });
        expect(await storage.workflows.create(workflow)).toBe("appended");
        expect(await storage.workflows.get(id(20))).toEqual(workflow);
        expect(await storage.workflows.byKey("ada", "passport")).toEqual(workflow);
        expect(await storage.workflows.attempts(id(20))).toEqual([
          {
            attemptId: id(0x1014),
            workflowId: id(20),
            abandonedAttemptId: null,
            reason: "first attempt",
            createdAt: at(0),
          },
        ]);
      });

      it("answers exists for a taken key or id, per principal, and keeps nothing of the second", async () => {
        await storage.workflows.create(sample.workflow(20, { key: "k" }));
        expect(await storage.workflows.create(sample.workflow(21, { key: "k" }))).toBe("exists");
        expect(await storage.workflows.create(sample.workflow(20))).toBe("exists");
        const others = sample.workflow(22, { key: "k", principal: "bob" });
        expect(await storage.workflows.create(others)).toBe("appended");
        expect(await storage.workflows.get(id(21))).toBeNull();
        expect(await storage.workflows.attempts(id(21))).toEqual([]);
        expect(await storage.workflows.byKey("ada", "other")).toBeNull();
      });

      it("lets workflows without a key stand side by side", async () => {
        expect(await storage.workflows.create(sample.workflow(20))).toBe("appended");
        expect(await storage.workflows.create(sample.workflow(21))).toBe("appended");
      });

      it("restarts from the current attempt only", async () => {
        await storage.workflows.create(sample.workflow(20));
        const attempt = (attemptId: string, workflowId = id(20)) => ({
          attemptId,
          workflowId,
          abandonedAttemptId: id(0x1014),
          reason: "the browser died",
          createdAt: at(9),
        });
        expect(await storage.workflows.restart(attempt(id(31)))).toBe("appended");
        expect(await storage.workflows.restart(attempt(id(32)))).toBe("superseded");
        expect(await storage.workflows.restart(attempt(id(33), id(99)))).toBe("superseded");
        expect((await storage.workflows.get(id(20)))?.attemptId).toBe(id(31));
        const attempts = await storage.workflows.attempts(id(20));
        expect(attempts.map((row) => row.attemptId)).toEqual([id(0x1014), id(31)]);
        expect(attempts[1]).toEqual(attempt(id(31)));
      });

      it("refuses an attempt id that was used before and leaves the current attempt", async () => {
        await storage.workflows.create(sample.workflow(20));
        await storage.workflows.create(sample.workflow(21));
        const restart = storage.workflows.restart({
          attemptId: id(0x1015),
          workflowId: id(20),
          abandonedAttemptId: id(0x1014),
          reason: "",
          createdAt: at(9),
        });
        await expect(restart).rejects.toMatchObject({ code: "internal" });
        expect((await storage.workflows.get(id(20)))?.attemptId).toBe(id(0x1014));
      });
    });

    describe("sessions and pages", () => {
      it("saves a session again in place and lists the open ones in order of creation", async () => {
        await storage.sessions.saveSession(sample.session(62));
        await storage.sessions.saveSession(sample.session(61));
        await storage.sessions.saveSession(sample.session(63));
        const used = sample.session(62, { lastUsedAt: at(5) });
        await storage.sessions.saveSession(used);
        await storage.sessions.saveSession(sample.session(63, { closedAt: at(6) }));
        expect(await storage.sessions.openSessions()).toEqual([used, sample.session(61)]);
        expect(await storage.sessions.session(id(63))).toEqual(sample.session(63, { closedAt: at(6) }));
        expect(await storage.sessions.session(id(64))).toBeNull();
      });

      it("saves a page again in place and lists a session's pages, closed ones too, in order of creation", async () => {
        await storage.sessions.savePage(sample.page(72));
        await storage.sessions.savePage(sample.page(71));
        await storage.sessions.savePage(sample.page(73, { sessionId: id(0xb3) }));
        const moved = sample.page(72, { url: "https://example.test/next", closedAt: at(7) });
        await storage.sessions.savePage(moved);
        expect(await storage.sessions.pagesOf(id(0xa3))).toEqual([moved, sample.page(71)]);
        expect(await storage.sessions.page(id(72))).toEqual(moved);
        expect(await storage.sessions.page(id(74))).toBeNull();
      });
    });

    describe("receipts", () => {
      it("gives a workflow's receipts back in the order they were added", async () => {
        await storage.receipts.add(sample.receipt(82));
        await storage.receipts.add(sample.receipt(81, { commandId: null, class: null, coverage: null }));
        await storage.receipts.add(sample.receipt(83, { workflowId: id(0xb1) }));
        expect(await storage.receipts.ofWorkflow(id(0xa1))).toEqual([
          sample.receipt(82),
          sample.receipt(81, { commandId: null, class: null, coverage: null }),
        ]);
        expect(await storage.receipts.ofWorkflow(id(0xff))).toEqual([]);
      });

      it("refuses to add a receipt twice", async () => {
        await storage.receipts.add(sample.receipt(81));
        await expect(storage.receipts.add(sample.receipt(81))).rejects.toMatchObject({ code: "internal" });
      });
    });

    describe("artifacts", () => {
      const bytes = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251);

      it("gives back exactly the bytes, with their digest and length on the record", async () => {
        const record = await storage.artifacts.put(sample.artifact(90), bytes);
        expect(record).toMatchObject({ ...sample.artifact(90), bytes: 3_000 });
        expect(record.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(await storage.artifacts.record(id(90))).toEqual(record);
        expect(await storage.artifacts.read(id(90))).toEqual(bytes);
      });

      it("names a file that holds the bytes, or none", async () => {
        await storage.artifacts.put(sample.artifact(90), bytes);
        const path = await storage.artifacts.path(id(90));
        if (path !== null) expect(new Uint8Array(await readFile(path))).toEqual(bytes);
      });

      it("keeps the same bytes for two artifacts, and no bytes for one", async () => {
        await Promise.all([90, 91].map((number) => storage.artifacts.put(sample.artifact(number), bytes)));
        await storage.artifacts.put(sample.artifact(92), new Uint8Array());
        expect(await storage.artifacts.read(id(90))).toEqual(bytes);
        expect(await storage.artifacts.read(id(91))).toEqual(bytes);
        expect(await storage.artifacts.read(id(92))).toEqual(new Uint8Array());
      });

      it("answers null for an artifact that does not exist", async () => {
        expect(await storage.artifacts.record(id(99))).toBeNull();
        expect(await storage.artifacts.read(id(99))).toBeNull();
        expect(await storage.artifacts.path(id(99))).toBeNull();
      });

      it("refuses more bytes than the limit and keeps no record of them", async () => {
        const put = storage.artifacts.put(sample.artifact(90), new Uint8Array(limits.artifactBytes + 1));
        await expect(put).rejects.toMatchObject({ code: "resourceExhausted" });
        expect(await storage.artifacts.record(id(90))).toBeNull();
      });

      it("refuses to put an id twice and keeps the first bytes", async () => {
        await storage.artifacts.put(sample.artifact(90), bytes);
        const again = storage.artifacts.put(sample.artifact(90), Uint8Array.of(1));
        await expect(again).rejects.toMatchObject({ code: "internal" });
        expect(await storage.artifacts.read(id(90))).toEqual(bytes);
      });
    });

    it("can be closed twice", async () => {
      await storage.close();
      await storage.close();
    });
  });
};
