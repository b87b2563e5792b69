import { z } from "zod";
import { receiptSchema } from "../../runtime/contract/index.ts";
import type { ReceiptStore } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";
import type { Access } from "./access.ts";
import { jsonColumn } from "./columns.ts";

const receiptRow = z.strictObject({ body: jsonColumn(receiptSchema) }).transform((row) => row.body);

export const sqliteReceipts = (access: Access): ReceiptStore => {
  const insert = access.prepare("INSERT INTO receipts (receipt_id, workflow_id, body) VALUES (?, ?, ?)");
  const ofWorkflow = access.prepare("SELECT body FROM receipts WHERE workflow_id = ? ORDER BY sequence");
  return {
    add: (given) =>
      access.write(() => {
        const receipt = storable(receiptSchema, given, "receipt");
        insert.run(receipt.receiptId, receipt.workflowId, JSON.stringify(receipt));
      }),
    ofWorkflow: (workflowId) => access.read(() => access.rows(receiptRow, ofWorkflow.all(workflowId))),
  };
};
