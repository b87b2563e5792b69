/** Words that say nothing about which control is meant; folded as `plainText` folds. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "the a an your my our their his her its of for in on at to by with and from this that these is are be been it i you we as into do does did not want would like will",
    "me us leave write tell please kindly enter type fill provide input field box checkbox select choose here whether which what who whom where whose should must give s d l",
    "der die das den dem des ein eine einen ihr ihre ihren dein deine bitte geben sie waehlen wahlen eingeben fur von vom und im am zum zur mit",
    "le les un une votre vos ton ta de du saisissez saisir entrez veuillez choisissez et pour au aux avec",
    "el la los las su tu del una introduzca ingrese escriba seleccione por favor y para en con",
    "o os as seu sua dos das do da um uma digite insira selecione e em com",
    "il lo gli tuo suo tua sua di della dello inserisci inserire seleziona per",
    "het een uw je jouw van voor en vul kies met",
    "twoj twoje swoj swoje podaj wpisz wybierz i na w z",
    "lutfen giriniz girin seciniz secin ve icin ile",
    "ваш ваша ваше ваши свои свое введите укажите выберите и для на в с по",
    "من الي في علي ادخل اختر يرجي",
    "का की के को अपना अपनी अपने कृपया दर्ज करें चुनें में",
  ].flatMap((line) => line.split(" ")),
);

/** The same for scripts written without spaces; taken out wherever they stand between known words. */
export const unspacedStops: readonly string[] =
  "请输入 请填写 请选择 請輸入 請選擇 您的 你的 的 请 をご入力ください を入力してください を入力 入力 入力してください を選択してください を選択 選択してください してください ください ご の を お 을 를 의 입력해주세요 입력하세요 입력 선택하세요 해주세요 하세요 하기".split(
    " ",
  );

/** Words many labels share; they count little when two texts are compared. */
export const genericWords: ReadonlySet<string> = new Set(
  "number no nr nummer numero code date day month year time text value id info information detail data typ type kind amount count length option choice address line".split(
    " ",
  ),
);

/** Words for the person who fills in the form; a label leaves them out. */
export const neutralWords: ReadonlySet<string> = new Set(
  "buyer customer applicant contact sender caller holder visitor guest client person personal primary main preferred valid full complet own requester registrant participant attendee agree accept consent tick check subscrib send receiv".split(
    " ",
  ),
);

/** Where the rest of an English phrase begins to describe its first noun: "reason | for the refund". */
export const relationWords: ReadonlySet<string> = new Set(
  "of for who whom that which from in on to at with by about during".split(" "),
);
