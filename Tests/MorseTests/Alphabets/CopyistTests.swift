import Testing

@testable import Morse

@Suite("Copyist")
struct CopyistTests {
  private func read(_ codes: String, _ copyist: Copyist) -> String {
    var copyist = copyist
    let words = codes.split(separator: "/").map { word in
      word.split(separator: " ").compactMap { CodeWord($0) }
    }
    return copyist.text(of: words)
  }

  @Test("the same code words are written in any alphabet")
  func anyAlphabet() {
    let codes = "-.- .- .-.. .- / -.. ."
    #expect(read(codes, Copyist(.latin)) == "KALA DE")
    #expect(read(codes, Copyist(.greek)) == "ΚΑΛΑ ΔΕ")
    #expect(read(codes, Copyist(.russian)) == "КАЛА ДЕ")
    #expect(read(codes, Copyist(.hebrew)) == "כאלא דו")
    #expect(read(codes, Copyist(.wabun)) == "ワイカイ ホヘ")
    #expect(read(codes, Copyist(.korean)) == "오고 ㅡㅏ")
  }

  @Test("a code word that the alphabet does not have is marked")
  func unknown() {
    #expect(read(".- ------- .-", Copyist(.latin)) == "A\u{FFFD}A")
    #expect(read("-.---", Copyist(.latin)) == "\u{FFFD}")
    #expect(read("-.---", Copyist(.wabun)) == "エ")
  }

  @Test(
    "a code word that a mark and a prosign share is read by the user's choice",
    arguments: [
      (".-.-.", "+", "+", "<AR>"), ("-...-", "=", "=", "<BT>"), ("-.--.", "(", "(", "<KN>"),
      (".-...", "<AS>", "&", "<AS>"),
      (".-.-", "Ä", "Ä", "<AA>"), ("...-.-", "<SK>", "<SK>", "<SK>"), ("-..---", "<NJ>", "<NJ>", "<NJ>"),
      (".-", "A", "A", "A"),
    ])
  func sharedCodes(_ code: String, _ standard: String, _ character: String, _ prosign: String) {
    #expect(read(code, Copyist(.latin)) == standard)
    #expect(read(code, Copyist(.latin, sharedCodes: .characters)) == character)
    #expect(read(code, Copyist(.latin, sharedCodes: .prosigns)) == prosign)
  }

  @Test("a letter is never read as a prosign", arguments: [Alphabet.russian, .arabic, .persian, .wabun])
  func lettersFirst(_ alphabet: Alphabet) {
    for code in alphabet.codeWords {
      guard let sign = alphabet.sign(for: code), sign.count == 1, let letter = sign.first, letter.isLetter
      else {
        continue
      }
      #expect(alphabet.sign(for: code, sharedCodes: .prosigns) == sign)
    }
  }

  @Test(
    "every prosign is read",
    arguments: "AR AS BK BT CL CT HH KN SK SN SOS AA NJ".split(separator: " ").map(String.init))
  func prosigns(_ name: String) throws {
    #expect(try roundTrip("<\(name)>", .latin, sharedCodes: .prosigns) == "<\(name)>")
  }

  @Test("DO switches to kana and SN switches back; neither leaves text")
  func shifts() {
    let stream = "-.-. --.- / -..--- -- / ...-. / -.-"
    #expect(read(stream, Copyist(.wabun, startsInLatin: true)) == "CQ ヨ K")
    #expect(read(stream, Copyist(.wabun)) == "ニネ ヨ K")
    #expect(read(stream, Copyist(.latin)) == "CQ <NJ>M <SN> K")
  }

  @Test("marks of voicing are composed with their kana; other marks stand alone")
  func voicing() {
    #expect(read(".-.. .. -... ..--. .- .. ..", Copyist(.wabun)) == "ガパイ゛゛")
  }

  @Test("final forms are written at the end of a Hebrew word, not inside it and not alone")
  func finalForms() {
    #expect(read("-- -- -- .-.-.- / --", Copyist(.hebrew)) == "ממם. מ")
  }

  @Test("each part of the text has the range of the signs that make it")
  func parts() throws {
    var copyist = Copyist(.korean)
    let word = try #require(try codeWords(of: "갔어", in: .korean).first)
    let signs = word.map { (code: $0, sign: copyist.sign(of: $0)) }
    #expect(
      copyist.write(signs) == [TextPart(text: "갔", signs: 0..<4), TextPart(text: "어", signs: 4..<6)])
  }

  @Test(
    "cut figures are read in a word with a full figure",
    arguments: [
      ("..... -. -.", "599"), ("-. - ....-", "904"), ("- . -.", "TEN"), ("....- ...", "4S"),
      ("..... -. -. -.-", "5NNK"),
    ])
  func cutFigures(_ codes: String, _ text: String) {
    #expect(read(codes, Copyist(.latin, readsCutFigures: true)) == text)
  }

  @Test("figures are cut on request")
  func cutsFigures() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12), cutsFigures: true).encode("12345 67890")
    #expect(keying.characters.map(\.sign).joined() == "AUV4E6BDNT")
  }
}
