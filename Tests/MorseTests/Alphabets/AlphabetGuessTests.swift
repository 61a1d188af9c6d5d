import Testing

@testable import Morse

@Suite("Alphabet guess")
struct AlphabetGuessTests {
  private func guess(_ text: String, _ alphabet: Alphabet) throws -> AlphabetGuess {
    var guess = AlphabetGuess()
    for word in try codeWords(of: text, in: alphabet) { guess.note(word) }
    return guess
  }

  /// The first article of the Universal Declaration of Human Rights, or its beginning.
  private static let article: [(Alphabet, String)] = [
    (
      .latin,
      "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience"
    ),
    (
      .latin,
      "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt"
    ),
    (.latin, "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw"),
    (.greek, "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα"),
    (
      .russian,
      "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью"
    ),
    (
      .ukrainian,
      "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю"
    ),
    (
      .bulgarian,
      "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест"
    ),
    (
      .serbian,
      "Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и свешћу"
    ),
    (.hebrew, "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון"),
    (.arabic, "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا"),
    (.persian, "تمام افراد بشر آزاد به دنیا می آیند و از لحاظ حیثیت و حقوق با هم برابرند"),
    (.wabun, "スベテノ ニンゲンハ ウマレナガラニシテ ジユウデアリ カツ ソンゲント ケンリトニツイテ ビヨウドウデアル"),
    (.korean, "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다"),
  ]

  @Test("a sentence identifies the alphabet", arguments: article.indices)
  func sentence(_ index: Int) throws {
    let (alphabet, text) = Self.article[index]
    #expect(try guess(text, alphabet).best == alphabet)
  }

  /// Signs without a frequency in any language of their alphabet. Text with them is evidence against it.
  private static let uncounted: [String: Set<String>] = [
    "latin": ["CH", "Ð", "Ĝ", "Ĵ", "Þ", "ß"], "arabic": ["لا"], "wabun": ["ヰ", "ヱ"],
  ]

  @Test("all letters of every alphabet except rare ones have a frequency", arguments: Alphabet.all)
  func frequencies(_ alphabet: Alphabet) {
    let languages = LetterFrequencies.languages.filter { $0.alphabet == alphabet }
    // The international code is guessed as Latin.
    #expect(languages.isEmpty == (alphabet == .international))
    guard !languages.isEmpty else { return }
    let counted = Set(languages.flatMap(\.shares.keys).compactMap { alphabet.codeWord(for: $0) })
    let signs = alphabet.codeWords.filter { !counted.contains($0) }.compactMap { alphabet.sign(for: $0) }
    #expect(Set(signs.filter { $0.first!.isLetter }) == Self.uncounted[alphabet.name] ?? [])
  }

  @Test("before the first word the guess is Latin, and not certain")
  func nothing() {
    #expect(AlphabetGuess().best == .latin)
    #expect(!AlphabetGuess().isCertain)
  }

  @Test(
    "short messages, call signs, ciphers and beacons stay Latin",
    arguments: [
      "SOS", "SOS SOS SOS SOS SOS SOS", "CQ CQ CQ DE DL1ABC DL1ABC K", "VVV VVV VVV DE OZ7IGY OZ7IGY",
      "TNX FER QSO 73 <SK>",
      "QJXKZ WPFGY BVTMC HDRLA NEUSO ITZQW PXKVB", "HELLO", "MAYDAY", "<AA> <AA>", "73",
      "WHAT HATH GOD WROUGHT",
      "EEEE TTTT EEEE TTTT", "HÄLSNINGAR FRÅN GÖTEBORG",
    ])
  func latin(_ text: String) throws {
    #expect(try guess(text, .latin).best == .latin)
  }

  @Test("a repeated word is not counted again")
  func repetition() throws {
    var once = try guess("ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ", .greek)
    let words = try codeWords(of: "ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ", in: .greek)
    for _ in 0..<100 { for word in words { once.note(word) } }
    #expect(once.best == .latin)
    #expect(!once.isCertain)
  }

  @Test("kana are identified without the prosigns DO and SN, and after a Latin call sign")
  func kana() throws {
    let words = try codeWords(of: "キヨウハ ヨイテンキデスネ", in: .wabun)
      .map { $0.filter { !["-..---", "...-."].contains($0.description) } }
    var bare = AlphabetGuess()
    for word in words { bare.note(word) }
    #expect(bare.best == .wabun)
    #expect(!bare.startsInLatin)
    let call = try guess("CQ CQ DE JA1ABC JA1ABC コンニチハ コチラハ トウキヨウデス <SN> K", .wabun)
    #expect(call.best == .wabun)
    #expect(call.startsInLatin)
  }

  @Test(
    "the guess is certain within a few hundred characters, and then never wrong",
    arguments: article.indices)
  func certainty(_ index: Int) throws {
    let (alphabet, text) = Self.article[index]
    var guess = AlphabetGuess()
    for word in try codeWords(of: text, in: alphabet) {
      guess.note(word)
      if guess.isCertain { break }
    }
    if guess.isCertain { #expect(guess.best == alphabet) }
  }
}
