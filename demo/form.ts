import type { CommandInput } from "../gateway/index.ts";

type Intent = Extract<CommandInput, { kind: "intent" }>["input"];
const intent = (input: Intent): CommandInput => ({ kind: "intent", input });

const enter = (name: string, purpose: string, value: string) => ({
  name,
  purpose,
  value: { kind: "enter" as const, value },
});

/** The twelve fields of the fixture's registration form, by what they are for. */
export const fillForm = (fullName: string, email: string): CommandInput =>
  intent({
    kind: "completeForm",
    input: {
      purpose: "register a guest",
      fields: [
        enter("name", "full name", fullName),
        enter("email", "e-mail address", email),
        enter("phone", "phone number", "+44 20 7946 0018"),
        { name: "password", purpose: "password", value: { kind: "enter", secret: "PORTAL_PASSWORD" } },
        enter("birth", "date of birth", "1990-12-10"),
        enter("country", "country", "United Kingdom"),
        enter("street", "street address", "12 St James's Square"),
        enter("postcode", "postal code", "SW1Y 4JH"),
        enter("city", "city", "London"),
        enter("plan", "plan", "Standard"),
        enter("guests", "number of guests", "2"),
        enter("comments", "comments", "A quiet room, please."),
      ],
    },
  });

export const submitForm: CommandInput = intent({
  kind: "submitAndVerify",
  input: {
    purpose: "create the account",
    expectedState: { text: { matcher: { contains: "Thank you" } } },
    rejectedState: { text: { matcher: { contains: "already registered" } } },
  },
});

export const readReference: CommandInput = intent({
  kind: "extract",
  input: { purpose: "the registration", fields: [{ name: "reference", purpose: "reference number" }] },
});

export const openForm = (url: string): CommandInput => ({
  kind: "primitive",
  input: { kind: "navigate", input: { url } },
});
