import { describe, expect, test } from "vitest";
import type { IntentHints } from "../runtime/contract/targets.ts";
import type { ControlDescriptor } from "../runtime/ports/page.ts";
import { resolveField } from "./resolve.ts";
import { descriptors, testMatches } from "./testDescriptor.ts";

type Fields = readonly Partial<ControlDescriptor>[];
/** [rule, purpose, fields, index of the winner or why there is none, hints] */
type Row = readonly [string, string, Fields, number | "ambiguous" | "notFound", IntentHints?];

const label = (text: string, more: Partial<ControlDescriptor> = {}) => ({ label: text, ...more });
const email = (text: string, more: Partial<ControlDescriptor> = {}) =>
  label(text, { kind: "email", ...more });
const password = (text: string, more: Partial<ControlDescriptor> = {}) =>
  label(text, { kind: "password", ...more });

const outcome = (purpose: string, fields: Fields, hints: IntentHints = {}) => {
  const resolution = resolveField(purpose, hints, descriptors(...fields), { matches: testMatches });
  return resolution.kind === "found" ? resolution.winner.order : resolution.kind;
};

const run = (rows: readonly Row[]) => {
  for (const [rule, purpose, fields, expected, hints] of rows) {
    test(`${rule}: ${purpose}`, () => {
      expect(outcome(purpose, fields, hints)).toBe(expected);
    });
  }
};

describe("A purpose finds the field whose label says the same", () => {
  run([
    ["equal words", "Email", [label("Name"), email("Email")], 1],
    ["required marks do not count", "Email", [label("Name *"), email("Email *")], 1],
    ["an article and 'field' do not count", "the email field", [label("Name"), email("Email")], 1],
    ["exact beats similar", "Email", [email("Email address"), email("Email")], 1],
    ["a description of the person is left out", "buyer's full name", [label("Full name"), email("Email")], 0],
    ["word order does not count", "name of the pet", [label("Pet's name"), label("Breed")], 0],
    ["a count is its thing", "number of packs", [label("Full name"), label("Packs", { kind: "number" })], 1],
    [
      "a stem is enough",
      "day of the vaccination",
      [label("Vaccinated on (day/month/year)"), label("Breed")],
      0,
    ],
    [
      "day and date are one",
      "day of arrival",
      [label("Party name"), label("Arrival date"), label("Nights")],
      1,
    ],
    ["a phrase is read as a whole", "user name", [label("Name"), label("User name")], 1],
    ["a company's name is no person's", "company name", [label("Name"), label("Company")], 1],
    ["the place of birth is no address", "city", [label("City of birth"), label("Town")], 1],
    ["a colour", "colour of the door to use", [label("Door color", { kind: "color" }), label("Date")], 0],
    ["a code of a door", "code of the house door", [label("Door code"), label("How")], 0],
    ["a text message's code", "six-digit code from the text message", [label("Verification code")], 0],
    [
      "a yes-or-no question",
      "whether the pet chases cats",
      [label("Pet's name"), label("Chases cats", { kind: "radioGroup" })],
      1,
    ],
    ["a box", "whether it is urgent", [label("Reason"), label("This is urgent", { kind: "checkbox" })], 1],
    ["either side of 'or'", "username", [label("Username or email"), password("Password")], 0],
    ["the explanation after a label", "email", [label("Name"), label("Email. We never share it.")], 1],
    [
      "a placeholder names a field without a label",
      "pet's name",
      [{ placeholder: "Pet's name" }, { placeholder: "Breed" }],
      0,
    ],
    ["text beside a field names it", "breed", [{ nearText: "Breed" }, { nearText: "Weight" }], 0],
    ["a title names it", "first name", [{ title: "First" }, { title: "Last" }], 0],
    [
      "row and column headers name a cell",
      "start time on Tuesday",
      [
        { tableHeaders: ["Monday", "Start"] },
        { tableHeaders: ["Tuesday", "Start"] },
        { tableHeaders: ["Tuesday", "End"] },
      ],
      1,
    ],
    ["an attribute is a last resort", "email", [{ attributeWords: ["email"] }, { attributeWords: ["q"] }], 0],
    [
      "autocomplete tells what an unreadable label does not",
      "email",
      [label("Zxqv", { autocomplete: "email" }), label("Wrtp")],
      0,
    ],
    ["a type tells it too", "email", [email("Thư điện tử"), label("Họ và tên")], 0],
    [
      "a group makes a part of a date",
      "day of birth",
      [
        label("Day", { kind: "selectOne", groups: ["Date of birth"] }),
        label("Month", { kind: "selectOne", groups: ["Date of birth"] }),
      ],
      0,
    ],
  ]);
});

describe("A purpose in English finds the field whatever the page's language", () => {
  const de = [
    label("Vorname"),
    label("Nachname"),
    label("E-Mail-Adresse"),
    label("Straße und Hausnummer"),
    label("PLZ"),
    label("Ort"),
  ];
  const fr = [
    label("Prénom"),
    label("Nom"),
    label("Adresse électronique"),
    label("Téléphone portable"),
    label("Code postal"),
    label("Ville"),
  ];
  const es = [
    label("Nombre"),
    label("Apellidos"),
    label("Correo electrónico"),
    label("Teléfono móvil"),
    label("Código postal"),
    label("Ciudad"),
  ];
  const pt = [
    label("Nome"),
    label("Sobrenome"),
    label("Endereço de e-mail"),
    label("Celular"),
    label("CEP"),
    label("Cidade"),
  ];
  const it = [
    label("Nome"),
    label("Cognome"),
    label("Indirizzo e-mail"),
    label("Cellulare"),
    label("CAP"),
    label("Città"),
  ];
  const nl = [
    label("Voornaam"),
    label("Achternaam"),
    label("E-mailadres"),
    label("Telefoonnummer"),
    label("Postcode"),
    label("Woonplaats"),
  ];
  const pl = [
    label("Imię"),
    label("Nazwisko"),
    label("Adres e-mail"),
    label("Numer telefonu"),
    label("Kod pocztowy"),
    label("Miejscowość"),
  ];
  const tr = [
    label("Ad"),
    label("Soyad"),
    label("E-posta adresi"),
    label("Telefon numarası"),
    label("Posta kodu"),
    label("Şehir"),
  ];
  const ru = [
    label("Имя"),
    label("Фамилия"),
    label("Электронная почта"),
    label("Номер телефона"),
    label("Почтовый индекс"),
    label("Город"),
  ];
  const ar = [
    label("الاسم الأول"),
    label("اسم العائلة"),
    label("البريد الإلكتروني"),
    label("رقم الهاتف"),
    label("الرمز البريدي"),
    label("المدينة"),
  ];
  const hi = [
    label("पहला नाम"),
    label("उपनाम"),
    label("ईमेल पता"),
    label("मोबाइल नंबर"),
    label("पिन कोड"),
    label("शहर"),
  ];
  const zh = [
    label("名"),
    label("姓"),
    label("电子邮箱"),
    label("手机号码"),
    label("邮政编码"),
    label("城市"),
  ];
  const ja = [
    label("名"),
    label("姓"),
    label("メールアドレス"),
    label("電話番号"),
    label("郵便番号"),
    label("市区町村"),
  ];
  const ko = [
    label("이름"),
    label("성"),
    label("이메일 주소"),
    label("휴대폰 번호"),
    label("우편번호"),
    label("도시"),
  ];
  run([
    ["de", "first name", de, 0],
    ["de", "last name", de, 1],
    ["de", "email address", de, 2],
    ["de", "street and house number", de, 3],
    ["de", "postal code", de, 4],
    ["de", "city", de, 5],
    ["fr", "first name", fr, 0],
    ["fr", "last name", fr, 1],
    ["fr", "email", fr, 2],
    ["fr", "phone number", fr, 3],
    ["es", "first name", es, 0],
    ["es", "last name", es, 1],
    ["es", "email", es, 2],
    ["es", "mobile phone", es, 3],
    ["pt", "first name", pt, 0],
    ["pt", "postal code", pt, 4],
    ["pt", "phone", pt, 3],
    ["it", "first name", it, 0],
    ["it", "surname", it, 1],
    ["it", "zip code", it, 4],
    ["nl", "last name", nl, 1],
    ["nl", "email address", nl, 2],
    ["nl", "town", nl, 5],
    ["pl", "first name", pl, 0],
    ["pl", "email", pl, 2],
    ["pl", "postcode", pl, 4],
    ["tr", "first name", tr, 0],
    ["tr", "last name", tr, 1],
    ["tr", "email", tr, 2],
    ["ru", "first name", ru, 0],
    ["ru", "email", ru, 2],
    ["ru", "phone number", ru, 3],
    ["ar", "first name", ar, 0],
    ["ar", "email", ar, 2],
    ["ar", "city", ar, 5],
    ["hi", "email address", hi, 2],
    ["hi", "mobile number", hi, 3],
    ["zh", "family name", zh, 1],
    ["zh", "email", zh, 2],
    ["zh", "phone", zh, 3],
    ["ja", "given name", ja, 0],
    ["ja", "email address", ja, 2],
    ["ja", "postal code", ja, 4],
    ["ko", "last name", ko, 1],
    ["ko", "email", ko, 2],
    ["ko", "phone number", ko, 3],
    ["a full name is not put into a part of it", "full name", de, "notFound"],
    ["a full name is not put into a part of it", "full name", fr, "notFound"],
    ["a lone Nom is the whole name", "full name", [label("Nom"), label("Courriel")], 0],
    ["a lone Nombre is the whole name", "name", [label("Nombre"), label("Correo")], 0],
    ["a polite Japanese label", "email", [label("メールアドレスを入力してください"), label("お名前")], 0],
    ["a Japanese shipping address", "shipping address", [label("請求先住所"), label("配送先住所")], 1],
  ]);
});

describe("Fields of one meaning are told apart by whose, which and once more", () => {
  const twoPasswords = [password("Password"), password("Confirm password")];
  const signUp = [email("Email"), email("Confirm email"), ...twoPasswords];
  const addresses = [
    email("Email", { groups: ["Billing address"] }),
    email("Email", { groups: ["Shipping address"] }),
  ];
  run([
    ["the password is not the repetition", "password", twoPasswords, 0],
    ["the repetition is not the password", "confirm password", twoPasswords, 1],
    ["in other words", "repeat the password", twoPasswords, 1],
    ["in German", "confirm the password", [password("Passwort"), password("Passwort wiederholen")], 1],
    ["in German", "password", [password("Passwort wiederholen"), password("Passwort")], 1],
    ["in French", "password again", [password("Mot de passe"), password("Confirmez le mot de passe")], 1],
    ["in Chinese", "confirm password", [password("密码"), password("确认密码")], 1],
    ["in Russian", "password", [password("Пароль"), password("Повторите пароль")], 0],
    [
      "by placeholder",
      "confirm password",
      [
        { kind: "password", placeholder: "Password" },
        { kind: "password", placeholder: "Repeat password" },
      ],
      1,
    ],
    ["without a second box there is no repetition", "confirm password", [password("Password")], "notFound"],
    [
      "a hint does not heal the contradiction",
      "confirm password",
      [password("Password")],
      "notFound",
      { label: "Password" },
    ],
    [
      "an equal label with a telling attribute",
      "password",
      [
        password("Password", { attributeWords: ["password"] }),
        password("Password", { attributeWords: ["password", "confirmation"] }),
      ],
      0,
    ],
    ["the e-mail is not its repetition", "email", signUp, 0],
    [
      "a confirmation code is no repetition",
      "confirmation code",
      [label("Confirmation code"), email("Email")],
      0,
    ],
    ["new is not current", "new password", [password("Current password"), password("New password")], 1],
    ["current is not new", "current password", [password("Current password"), password("New password")], 0],
    ["old is current", "old password", [password("Altes Passwort"), password("Neues Passwort")], 0],
    [
      "a password that could be both is neither",
      "password",
      [password("Current password"), password("New password")],
      "ambiguous",
    ],
    ["billing by group", "billing email", addresses, 0],
    ["shipping by group", "email for the shipping address", addresses, 1],
    ["neither said", "email", addresses, "ambiguous"],
    ["a delivery is shipping", "delivery email", addresses, 1],
    [
      "billing in German",
      "billing email",
      [email("E-Mail", { groups: ["Lieferadresse"] }), email("E-Mail", { groups: ["Rechnungsadresse"] })],
      1,
    ],
    [
      "by autocomplete section",
      "shipping postal code",
      [
        label("Postcode", { autocomplete: "billing postal-code" }),
        label("Postcode", { autocomplete: "shipping postal-code" }),
      ],
      1,
    ],
    [
      "the wrong kind of address is never taken",
      "billing email",
      [email("Email", { groups: ["Shipping address"] })],
      "notFound",
    ],
    [
      "two e-mails and nothing to choose by",
      "email address",
      [email("Email", { groups: ["Job alerts"] }), email("Email", { groups: ["Lend us an object"] })],
      "ambiguous",
    ],
    [
      "a heading decides",
      "email for job alerts",
      [email("Email", { groups: ["Job alerts"] }), email("Email", { groups: ["Lend us an object"] })],
      0,
    ],
    ["the second of two", "the second email", [email("Email"), email("Email")], 1],
    ["the first of two", "the first email", [email("Email"), email("Email")], 0],
    ["in digits", "the 2nd email", [email("Email"), label("Name"), email("Email")], 2],
    ["a third that is not there", "the third email", [email("Email"), email("Email")], "notFound"],
    [
      "the repetition is not the second",
      "the second email",
      [email("Email"), email("Confirm email")],
      "notFound",
    ],
    ["numbered labels", "second phone number", [label("Phone 1"), label("Phone 2")], 1],
    [
      "numbered groups",
      "name of the second passenger",
      [label("Name", { groups: ["Passenger 1"] }), label("Name", { groups: ["Passenger 2"] })],
      1,
    ],
    [
      "a step is no number",
      "the second email",
      [email("Email", { groups: ["Step 1 of 3"] }), email("Email", { groups: ["Step 1 of 3"] })],
      1,
    ],
    ["first name is no ordinal", "first name", [label("First name"), label("Last name")], 0],
    ["somebody else's e-mail is not taken", "email", [email("Friend's email")], "notFound"],
    [
      "the emergency contact's phone is not any phone",
      "emergency contact phone",
      [label("Phone")],
      "notFound",
    ],
    [
      "the emergency contact's by group",
      "phone of the emergency contact",
      [label("Phone", { groups: ["You"] }), label("Phone", { groups: ["Emergency contact"] })],
      1,
    ],
    [
      "and the other way round",
      "phone",
      [label("Phone", { groups: ["Emergency contact"] }), label("Phone", { groups: ["You"] })],
      1,
    ],
    ["mother is not father", "mother's name", [label("Father's name"), label("Mother's name")], 1],
    ["start is not end", "end date", [label("Start date"), label("End date")], 1],
    ["from is not to", "date to", [label("Date from"), label("Date to")], 1],
    ["departure is not return", "return date", [label("Departure"), label("Return")], 1],
    ["home is not work", "work phone", [label("Home phone"), label("Work phone")], 1],
    ["minimum is not maximum", "maximum price", [label("Minimum price"), label("Maximum price")], 1],
    [
      "the sender is not the recipient",
      "recipient's name",
      [label("Sender's name"), label("Recipient's name")],
      1,
    ],
  ]);
});

describe("What is not surely meant is refused", () => {
  run([
    ["a gift card is no card", "card number", [label("Gift card number")], "notFound"],
    ["a second sign outweighs a strange word", "email", [email("Email for invoice")], 0],
    ["an IP address is no address", "address", [label("IP address"), label("Email address")], "notFound"],
    ["from or to", "price", [label("Price from"), label("Price to")], "ambiguous"],
    [
      "the manager's e-mail between both words",
      "email of the manager",
      [label("Email"), label("Manager")],
      "notFound",
    ],
    ["news is not new", "new email", [label("Email"), label("Newsletter", { kind: "checkbox" })], 0],
    [
      "one box or the other",
      "subscribe to the newsletter",
      [
        label("I agree to the terms", { kind: "checkbox" }),
        label("Send me the newsletter", { kind: "checkbox" }),
      ],
      1,
    ],
    ["another thing's name", "applicant's name", [label("Pet's name")], "notFound"],
    ["a company's name in a bracket", "name", [label("Name (company)")], "notFound"],
    [
      "a word that describes, not names",
      "member who gets the points",
      [label("Points", { kind: "number" })],
      "notFound",
    ],
    ["two that answer half each", "name of the runner", [label("Name"), label("Runner")], "ambiguous"],
    ["a bare number", "number of nights", [label("Number"), label("Name")], "notFound"],
    ["a way of being reached is no address", "email", [label("Email", { kind: "checkbox" })], "notFound"],
    [
      "a list of dialling codes is no phone",
      "phone number",
      [label("Phone", { kind: "selectOne" })],
      "notFound",
    ],
    ["a security code is no password", "password", [password("Security code")], "notFound"],
    [
      "a label outweighs what the page declares",
      "email",
      [label("Phone", { autocomplete: "email" })],
      "notFound",
    ],
    ["nothing fits", "passport number", [label("Name"), email("Email")], "notFound"],
    ["an e-mail is no user name", "username", [email("Email")], "notFound"],
    ["two alike", "phone", [label("Phone"), label("Phone")], "ambiguous"],
  ]);
});

describe("Controls a person could not use are never chosen", () => {
  run([
    ["hidden", "email", [email("Email", { hiddenBecause: ["off screen"] })], "notFound"],
    [
      "a hidden double does not make it ambiguous",
      "email",
      [email("Email", { hiddenBecause: ["aria-hidden"] }), email("Email")],
      1,
    ],
    ["a trap that says so", "email", [email("Email (leave this field empty)"), email("Your email")], 1],
    [
      "a trap by its description",
      "website",
      [label("Website", { description: "If you are human, leave this blank" })],
      "notFound",
    ],
    [
      "an honest condition is no trap",
      "company",
      [label("Company", { description: "Leave blank if you are private" })],
      0,
    ],
    ["disabled", "email", [email("Email", { enabled: false })], "notFound"],
    ["read-only", "email", [email("Email", { readOnly: true })], "notFound"],
    ["a button is no field", "email", [label("Email", { kind: "button" })], "notFound"],
  ]);
});

describe("Hints are constraints", () => {
  const rows = [label("First", { nearText: "Owner" }), label("First", { nearText: "Vet" }), label("Last")];
  run([
    [
      "a label finds what the purpose cannot",
      "reason for applying",
      [label("Why do you want a plot?"), label("Name")],
      0,
      { label: "Why do you want a plot?" },
    ],
    ["a label and a text near it", "owner's first name", rows, 0, { label: "First", nearText: "Owner" }],
    [
      "an equal label before one that contains it",
      "number of points",
      [label("Bonus points"), label("Points")],
      1,
      { label: "Points" },
    ],
    [
      "containment when it is unique",
      "whom to call in an emergency",
      [label("Only if different from above. Emergency contact *"), label("Weight")],
      0,
      { label: "Emergency contact" },
    ],
    [
      "containment of another meaning is none",
      "applicant's name",
      [label("User name")],
      "notFound",
      { label: "Name" },
    ],
    ["containment is of whole words", "age", [label("Average spend")], "notFound", { label: "age" }],
    ["a label nobody sees", "email", [email("Email")], "notFound", { label: "E-post" }],
    [
      "equal labels are told apart by the purpose",
      "email for job alerts",
      [email("Email", { groups: ["Job alerts"] }), email("Email", { groups: ["Loans"] })],
      0,
      { label: "Email" },
    ],
    [
      "equal labels and nothing else",
      "email address",
      [email("Email", { groups: ["Job alerts"] }), email("Email", { groups: ["Loans"] })],
      "ambiguous",
      { label: "Email" },
    ],
    [
      "an exact accessible name",
      "contact",
      [label("Phone"), label("Telefono")],
      1,
      { accessibleName: { exact: "Telefono" } },
    ],
    [
      "a regex goes to the caller's engine",
      "contact",
      [label("Line 1"), label("Line 22")],
      1,
      { accessibleName: { regex: "^line \\d{2}$" } },
    ],
    ["a role", "email", [label("Email", { kind: "checkbox" }), email("Email")], 1, { role: "textbox" }],
    [
      "a role by another word",
      "country",
      [label("Country"), label("Country", { kind: "selectOne" })],
      1,
      { role: "dropdown" },
    ],
    [
      "an ordinal counts in page order what fits",
      "email",
      [email("Email"), label("Name"), email("Email")],
      2,
      { ordinal: 2 },
    ],
    ["an ordinal beyond them", "email", [email("Email")], "notFound", { ordinal: 2 }],
    [
      "an ordinal among equal labels",
      "anything",
      [label("Qty"), label("Qty"), label("Qty")],
      1,
      { label: "Qty", ordinal: 2 },
    ],
    [
      "a group as the near text",
      "name",
      [label("Name", { groups: ["Sender"] }), label("Name", { groups: ["Vet"] })],
      1,
      { nearText: "Vet" },
    ],
    [
      "a frame",
      "card number",
      [label("Card number"), label("Card number", { frame: "Secure card entry" })],
      1,
      { framePath: ["Secure card entry"] },
    ],
    [
      "the best match when it is allowed",
      "email",
      [label("Email 1"), label("Email address")],
      1,
      { allowBestMatch: true },
    ],
    [
      "but not between equals",
      "email",
      [email("Email"), email("Email")],
      "ambiguous",
      { allowBestMatch: true },
    ],
    [
      "and not below the bar",
      "passport number",
      [label("Number"), label("Name")],
      "notFound",
      { allowBestMatch: true },
    ],
  ]);
});

test("A best match says that it was one", () => {
  const fields = descriptors(label("Email 1"), email("Email address"));
  const options = { matches: testMatches };
  expect(resolveField("email", {}, fields, options).kind).toBe("ambiguous");
  const resolution = resolveField("email", { allowBestMatch: true }, fields, options);
  expect(resolution).toMatchObject({ kind: "found", bestMatch: true });
});

test("Between equals, the one that can take the value is meant", () => {
  const fields = descriptors(label("Colour", { kind: "selectOne" }), label("Colour"));
  const resolution = resolveField("colour", {}, fields, {
    matches: testMatches,
    canTake: ({ kind }) => kind === "selectOne",
  });
  expect(resolution).toMatchObject({ kind: "found", winner: { order: 0 } });
});

test("Reading may take a disabled or read-only field", () => {
  const fields = descriptors(label("Total", { readOnly: true }));
  expect(resolveField("total", {}, fields, { matches: testMatches, reading: true }).kind).toBe("found");
});

test("A refusal keeps what was considered and why it was out", () => {
  const fields = descriptors(email("Email", { hiddenBecause: ["display: none"] }), label("Name"));
  const { scored } = resolveField("email", {}, fields, { matches: testMatches });
  expect(scored.find(({ candidate }) => candidate.order === 0)).toMatchObject({
    excluded: "hidden: display: none",
    score: 1,
  });
});
