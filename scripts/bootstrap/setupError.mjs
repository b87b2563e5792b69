/** Setup cannot go on; the message is one sentence that says what to do. */
export class SetupError extends Error {}
