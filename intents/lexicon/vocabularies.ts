import { account } from "./account.ts";
import { actions, actionTokens } from "./actions.ts";
import { address } from "./address.ts";
import { contact } from "./contact.ts";
import { meanings } from "./meanings.ts";
import { names } from "./names.ts";
import { payment } from "./payment.ts";
import { indexPhrases } from "./phraseIndex.ts";
import { requests } from "./requests.ts";

/** What words mean in the labels of fields. */
export const fieldWords = indexPhrases(meanings, [names, contact, address, account, payment, requests]);

/** What words mean in the names of buttons. */
export const actionWords = indexPhrases(actionTokens, [actions]);
