import { initial } from "./0001Initial.ts";

export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [initial];
