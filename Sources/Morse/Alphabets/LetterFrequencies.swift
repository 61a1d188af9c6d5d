/// The frequency of each letter in a language, as a share of all letters.
///
/// Counted in Debian 12's translations of Wesnoth 1.16 (stories), VLC 3.0.24 and Django 3.2 (words of programs): 140 000 to
/// 670 000 letters per language, 51 000 for Persian. Letters were counted as they are sent: without accents that have no code
/// word, final forms as their letters, kana and their marks separately, Korean syllables as letters. Japanese was converted to
/// kana by kakasi 2.3.6.
struct LetterFrequencies: Sendable {
  let alphabet: Alphabet
  let shares: [Character: Double]

  /// - Parameter counts: Letters with their counts per ten thousand.
  private init(_ alphabet: Alphabet, _ counts: String) {
    self.alphabet = alphabet
    shares = counts.split(separator: " ").reduce(into: [:]) { shares, entry in
      guard let letter = entry.first, let count = Double(entry.dropFirst()) else { return }
      shares[letter] = count / 10_000
    }
  }

  /// The languages that were counted.
  static let languages = [
    // English
    LetterFrequencies(
      .latin,
      """
      E1198 A878 T863 I724 O695 N686 R677 S635 L515 H432 D382 U320 C307 M271 G221 F216 P186 Y185 W157 \
      B147 V134 K90 X37 Z15 Q12 J12 Ö2 Å2 É1 Ä1
      """),
    // German
    LetterFrequencies(
      .latin,
      """
      E1764 N1007 I817 R728 S637 T631 A503 D485 H381 L380 U357 G309 C250 O246 M226 F199 B192 W158 K157 \
      Z136 P113 V106 Ü68 Ä62 Ö37 X19 Y14 J13 Q5
      """),
    // French
    LetterFrequencies(
      .latin,
      """
      E1486 S815 R737 T720 A705 N692 I681 U609 O540 L533 D413 C372 P301 M265 É249 V161 F142 G118 H90 \
      B88 Q78 X55 Å35 J29 È26 Y23 Z20 K8 W7 Ç2 Ö1
      """),
    // Spanish
    LetterFrequencies(
      .latin,
      """
      E1278 A1180 O848 S743 R710 N692 I664 D592 L503 T489 C442 U412 M282 P267 B123 G118 V116 F93 H73 \
      Q62 Ö57 Y52 Å49 Z40 J39 X29 Ñ18 É18 W7 K6
      """),
    // Italian
    LetterFrequencies(
      .latin,
      """
      I1136 E1118 A1017 O917 T720 N709 R648 L616 S523 C412 D391 U346 P280 M276 G186 V152 F130 Z114 B88 \
      H78 Q47 Å38 È18 X13 W9 Y7 K7 É3 J1
      """),
    // Portuguese
    LetterFrequencies(
      .latin,
      """
      A1364 E1194 O1024 S819 R744 I605 D565 N524 T515 M459 U413 C325 P272 L270 V148 G132 F101 H84 B84 \
      Q82 Å59 Ç51 X38 É34 Z32 J28 Ö17 W6 K5 Y4
      """),
    // Swedish
    LetterFrequencies(
      .latin,
      """
      E958 A955 R900 T874 N829 S596 L562 I555 D492 O364 M318 K314 G311 V265 P233 Ä226 F224 U198 Ö163 \
      H136 B124 Å115 C107 Y67 J60 X37 W9 Z4 Q2 É1
      """),
    // Polish
    LetterFrequencies(
      .latin,
      """
      A877 I793 E768 O737 N597 Z532 R478 W464 T444 S431 Y385 C374 K346 D333 P291 U275 M261 L253 J239 \
      B147 G125 È113 É110 Ä109 H93 Ö90 Ś85 Ż83 Ç61 F48 Ñ19 Ź15 V14 X8 Q1
      """),
    // Greek
    LetterFrequencies(
      .greek,
      """
      Α1082 Ο1039 Ε914 Ι882 Σ805 Τ727 Η599 Ν562 Ρ456 Π441 Υ412 Μ392 Κ320 Λ266 Γ212 Δ198 Ω185 Χ145 Θ131 \
      Φ83 Β62 Ξ47 Ζ21 Ψ19
      """),
    // Russian
    LetterFrequencies(
      .russian,
      """
      О1012 Е843 А800 И792 Н655 Т647 Р538 С487 В444 Л425 К342 Д335 М297 П269 У256 Ы203 Ь196 Я192 Б170 \
      З169 Г150 Й139 Ч121 Х104 Ж89 Ю75 Ц58 Ш58 Э47 Ф46 Щ40 Ъ2
      """),
    // Ukrainian
    LetterFrequencies(
      .ukrainian,
      """
      А832 О827 Н716 И613 І609 Т575 Е558 В543 Р527 К394 С386 Д382 Л366 У343 М294 П269 З220 Я217 Ь180 \
      Б171 Г147 Й134 Ч106 Х96 Ц90 Ж85 Ю76 Ш73 Є50 Ф49 Ї39 Щ34
      """),
    // Bulgarian
    LetterFrequencies(
      .bulgarian,
      """
      А1219 И953 Е942 О894 Т787 Н744 Р493 С466 В442 Д364 К341 Л303 П294 З286 М231 Я160 Ъ152 Б150 У128 \
      Ч122 Г112 Ж89 Ц75 Й70 Щ56 Х43 Ф39 Ш31 Ю15 Ь2
      """),
    // Serbian
    LetterFrequencies(
      .serbian,
      """
      А1195 И1000 Е906 О835 Н659 Р578 Т473 С431 Ј417 У399 К386 Л385 Д371 В357 М320 П297 З197 Б152 Г151 \
      Ш92 Ч88 Ц76 Х58 Ж57 Ћ52 Ф41 Ђ20 Џ4
      """),
    // Hebrew
    LetterFrequencies(
      .hebrew,
      """
      י1095 ו1086 מ824 ת782 ה782 ל648 ר561 נ468 ש458 א420 ב417 ד303 פ284 ק283 ע266 כ248 ח244 ס189 ג184 \
      צ172 ט171 ז117
      """),
    // Arabic
    LetterFrequencies(
      .arabic,
      """
      ا1757 ل1180 ي824 م661 ت558 ه505 ر473 و441 ن418 د366 ع301 ف271 ب267 س257 ق251 ح223 ك215 ج159 خ138 \
      ص124 ط109 ش100 ذ78 ز78 ض78 غ61 ث52 ء35 ظ22
      """),
    // Persian
    LetterFrequencies(
      .persian,
      """
      ا1417 ی1221 ر773 د730 ن694 ه598 و569 ت486 م439 ب390 س302 ک300 ش281 ل240 ز178 ف170 خ162 پ148 گ136 \
      ع122 ج112 ص101 ق94 ح80 ط74 ذ37 چ29 غ26 ظ25 ض23 ث23 ژ18
      """),
    // Japanese
    LetterFrequencies(
      .wabun,
      """
      ゛976 イ544 シ488 ウ424 ン380 テ379 カ365 ト363 ノ345 ス331 ク296 タ271 ツ262 ヨ251 ー245 ハ237 マ222 ル211 キ211 \
      ニ200 コ199 リ191 ヲ174 フ172 レ162 セ151 ケ150 ナ146 サ142 ユ140 オ137 ア128 ラ115 ヒ99 チ98 ゜88 ソ87 モ87 エ77 \
      ホ65 ヤ63 メ62 ヘ58 ミ53 ム52 ワ43 ロ39 ネ14 ヌ3
      """),
    // Korean
    LetterFrequencies(
      .korean,
      """
      ㅇ1192 ㅣ909 ㅏ784 ㄴ695 ㄹ654 ㅡ615 ㄱ610 ㅅ580 ㅗ511 ㄷ415 ㅓ404 ㅈ353 ㅂ336 ㅎ296 ㅁ293 ㅜ250 ㅔ200 ㅕ190 ㅐ186 \
      ㅌ131 ㅍ112 ㅊ91 ㅛ70 ㅋ70 ㅠ36 ㅑ18
      """),
  ]
}
