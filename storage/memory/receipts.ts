import { type Receipt, RuntimeError, receiptSchema } from "../../runtime/contract/index.ts";
import type { ReceiptStore } from "../../runtime/ports/storage.ts";
import { storable } from "../schemas.ts";

export const memoryReceipts = (): ReceiptStore => {
  const receipts = new Map<string, Receipt>();
  return {
    add: async (given) => {
      const receipt = storable(receiptSchema, given, "receipt");
      if (receipts.has(receipt.receiptId))
        throw new RuntimeError("internal", `receipt ${receipt.receiptId} already exists`);
      receipts.set(receipt.receiptId, receipt);
    },
    ofWorkflow: async (workflowId) =>
      structuredClone([...receipts.values()].filter((receipt) => receipt.workflowId === workflowId)),
  };
};
