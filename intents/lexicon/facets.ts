/**
 * Words that set fields of the same meaning apart. Two texts that name different poles of one facet mean different controls.
 * A phrase that begins with `^` counts only at an edge of the text.
 */
export const facets = {
  address: {
    billing:
      "billing|bill to|invoice|rechnung|rechnungsadresse|rechnungsanschrift|rechnungs|facturation|facturación|facturacion|faturamento|cobrança|faturação|fatturazione|factuur|factuuradres|faktura|do faktury|rozliczeniowy|fatura|счет|плательщик|платежный|الفاتورة|الفوترة|बिलिंग|账单|賬單|发票|開票|請求先|請求|청구|청구지",
    shipping:
      "shipping|ship to|delivery|deliver to|lieferung|liefer|lieferadresse|lieferanschrift|versand|versandadresse|livraison|expédition|envío|entrega|spedizione|consegna|bezorg|bezorging|bezorgadres|levering|afleveradres|dostawa|dostawy|wysyłka|wysyłki|teslimat|kargo|доставка|доставки|الشحن|التوصيل|شحن|डिलीवरी|शिपिंग|收货|配送|送货|送貨|お届け先|届け先|発送|배송|배송지",
  },
  place: {
    home: "home|private|privat|domicile|particular|casa|thuis|domowy|домашний|المنزل|घर|家庭|自宅|자택",
    work: "work|office|business|workplace|dienstlich|geschäftlich|büro|professionnel|bureau|trabajo|trabalho|lavoro|ufficio|werk|służbowy|рабочий|العمل|कार्यालय|工作|办公|会社の|勤務先|직장",
  },
  range: {
    begin:
      "start|starts|starting|begin|begins|beginning|start date|^from|beginn|^von|début|inicio|início|inizio|^desde|^dalle|^vanaf|başlangıç|начало|^с|البداية|^من|开始|開始|시작",
    end: "end|ends|ending|until|till|end date|^to|ende|^bis|fim|^hasta|^até|^tot|koniec|bitiş|конец|окончание|^по|النهاية|^الى|结束|終了|종료",
  },
  journey: {
    there:
      "outbound|departure|depart|departing|hinflug|hinfahrt|abflug|salida|andata|heenreis|wylot|gidiş|отправление|туда|abreise|départ|partenza|salida|vertrek|wyjazd|去程|出发|往路|가는편",
    back: "return|returning|inbound|rückflug|rückfahrt|retour|vuelta|regreso|ritorno|terugreis|powrót|dönüş|обратно|возвращение|返程|回程|復路|오는편",
    arrival:
      "arrival|arrive|checkin|anreise|ankunft|arrivée|llegada|chegada|arrivo|aankomst|przyjazd|varış|прибытие|заезд|到达|入住|到着|チェックイン|체크인",
    leave:
      "checkout|departure|depart|departing|abflug|wylot|отправление|出发|abreise|départ|partenza|vertrek|wyjazd|ayrılış|выезд|离店|チェックアウト|체크아웃",
  },
  bound: {
    min: "minimum|at least|lowest|mindestens|mínimo|minimo|最小|最低|최소",
    max: "maximum|at most|highest|höchstens|máximo|massimo|最大|最高|최대",
  },
  age: {
    old: "old|previous|former|alte|altes|bisherige|ancien|ancienne|anterior|vecchio|oud|stary|старый|旧",
    fresh: "new|neu|neue|neues|nouveau|nouvelle|nuevo|nueva|novo|nova|nuovo|nieuw|nowy|yeni|новый|新しい|新",
  },
  party: {
    sender:
      "sender|absender|expéditeur|remitente|remetente|mittente|afzender|nadawca|gönderen|отправитель|المرسل|发件人|寄件人|送り主|差出人|보내는",
    recipient:
      "recipient|receiver|addressee|empfänger|destinataire|destinatario|destinatário|ontvanger|odbiorca|alıcı|получатель|المستلم|收件人|受取人|届け先|받는",
  },
  person: {
    emergency:
      "emergency|notfall|notfallkontakt|urgence|emergencia|emergência|emergenza|noodgeval|nagły wypadek|acil|экстренный|الطوارئ|आपातकालीन|紧急|緊急|비상",
    partner:
      "spouse|partner|partners|husband|wife|ehepartner|conjoint|cónyuge|cônjuge|coniuge|małżonek|супруг|الزوج|配偶|配偶者|배우자",
    mother: "mother|mothers|mutter|mère|madre|mãe|moeder|matka|мать|الأم|母亲|어머니",
    father: "father|fathers|vater|père|padre|vader|ojciec|отец|الأب|父亲|아버지",
    parent:
      "parent|parents|guardian|eltern|erziehungsberechtigte|parents|tutor|genitore|ouder|rodzic|veli|родитель|ولي الأمر|监护人|保護者|보호자",
    child:
      "child|childs|children|kindes|enfant|niño|hijo|criança|figlio|bambino|kindje|dziecko|çocuk|ребенок|الطفل|孩子|儿童|お子様|자녀",
    friend: "friend|friends|freund|ami|amigo|amico|vriend|znajomy|arkadaş|друг|صديق|朋友|友達|友人|친구",
    manager:
      "manager|managers|supervisor|boss|vorgesetzter|vorgesetzte|responsable|jefe|chefe|superiore|leidinggevende|przełożony|yönetici|руководитель|المدير|经理|上司|관리자",
    reference: "referee|referees|referrer|推荐人|紹介者|추천인",
    guest:
      "companion|begleitperson|accompagnateur|acompañante|acompanhante|accompagnatore|同伴|同伴者|동반자",
  },
} as const;

export type FacetName = keyof typeof facets;

/** "Once more": the second box for the same password or address. */
export const repeatPhrases =
  "confirm|confirmation|repeat|repeated|retype|again|verify|reenter|re enter|re type|repetition|wiederholen|wiederholung|bestätigen|bestätigung|passwortbestätigung|passwortwiederholung|nochmals|erneut|confirmer|confirmez|répéter|répétez|de nouveau|à nouveau|confirmar|confirme|confirma|confirmación|confirmação|repetir|repita|repite|de nuevo|novamente|conferma|ripeti|di nuovo|herhaal|herhalen|bevestig|bevestigen|opnieuw|potwierdź|powtórz|ponownie|tekrar|tekrarı|onayla|doğrula|подтвердите|подтверждение|повторите|повтор|еще раз|تأكيد|إعادة|أعد|पुष्टि|पुनः|दोबारा|确认|確認|再次|重复|再输入|もう一度|再入力|확인|재입력|다시";

/** What a trap for robots tells people; such a field is left alone. */
export const leaveEmptyPhrases =
  "leave this field empty|leave this field blank|leave this empty|leave this blank|leave blank|leave empty|do not fill|don t fill|dont fill|should be left blank|if you are human|not fill this|feld leer lassen|frei lassen|nicht ausfüllen|laisser ce champ vide|ne pas remplir|laissez vide|dejar en blanco|dejar vacío|no rellenar|deixe em branco|não preencha|lasciare vuoto|non compilare|laat dit veld leeg|niet invullen|nie wypełniaj|boş bırakın|не заполняйте|оставьте пустым|请勿填写|留空|入力しないで|空欄のまま|비워두|입력하지 마";

/** Spelled-out ordinals; the order of the list is their value. */
export const ordinalPhrases: readonly string[] = [
  "first|1st|erste|erster|erstes|ersten|premier|première|primer|primera|primeiro|primeira|primo|prima|eerste|pierwszy|pierwsza|birinci|первый|первая|الأول|पहला|第一|第1|첫번째|첫째",
  "second|2nd|zweite|zweiter|zweites|zweiten|deuxième|second|segundo|segunda|secondo|seconda|tweede|drugi|druga|ikinci|второй|вторая|الثاني|दूसरा|第二|第2|두번째|둘째",
  "third|3rd|dritte|dritter|drittes|dritten|troisième|tercero|tercer|tercera|terceiro|terceira|terzo|terza|derde|trzeci|trzecia|üçüncü|третий|третья|الثالث|तीसरा|第三|第3|세번째|셋째",
  "fourth|4th|vierte|vierter|viertes|quatrième|cuarto|cuarta|quarto|quarta|vierde|czwarty|dördüncü|четвертый|第四|第4|네번째",
  "fifth|5th|fünfte|fünfter|cinquième|quinto|quinta|vijfde|piąty|beşinci|пятый|第五|第5|다섯번째",
];

/** A purpose that asks for a box to be ticked rather than for a text. */
export const yesNoPhrases =
  "whether|agree|agreement|accept|consent|tick|check|checkbox|opt in|optin|subscribe|i confirm|remember|keep me|yes or no";
