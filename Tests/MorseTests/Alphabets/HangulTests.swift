import Morse
import Testing

@Suite("Hangul")
struct HangulTests {
  @Test("each of the 11 172 syllables is read as it was sent")
  func syllables() throws {
    var wrong: [String] = []
    for value in UInt32(0xAC00)...0xD7A3 {
      let syllable = String(try #require(Unicode.Scalar(value)))
      if try roundTrip(syllable, .korean) != syllable { wrong.append(syllable) }
    }
    #expect(wrong == [])
  }

  @Test("each letter is read as itself, or as its parts")
  func letters() throws {
    for letter in "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅐㅑㅓㅔㅕㅗㅛㅜㅠㅡㅣㅒㅖㅘㅙㅚㅝㅞㅟㅢ" {
      #expect(try roundTrip(String(letter), .korean) == String(letter))
    }
    #expect(try roundTrip("ㄲ", .korean) == "ㄱㄱ")
  }

  @Test(
    "syllables begin with the last consonant before a vowel",
    arguments: [
      "안녕하세요", "한국어", "없다", "있습니다", "학교", "비싸다", "진짜", "아빠", "어떻게", "할까", "값이", "닭이", "읽어요", "괜찮아", "의사",
      "예쁘다", "깎다", "꽃밭", "외워", "왜", "웨이터", "쌍둥이", "ㅋㅋㅋ", "팝 2024",
    ])
  func words(_ word: String) throws {
    #expect(try roundTrip(word, .korean) == word)
  }

  @Test(
    "if the end of a syllable is ambiguous, the rule decides",
    arguments: [("바꾸다", "박구다"), ("받다", "바따"), ("닭고기", "달꼬기")])
  func ambiguous(_ sent: String, _ read: String) throws {
    #expect(try roundTrip(sent, .korean) == read)
  }

  @Test("the strokes of a vowel may be sent separately")
  func strokes() throws {
    #expect(try roundTrip("ㅇㅏㅣㄱㅓㅣ", .korean) == "애게")
    #expect(try roundTrip("ㅇㅗㅏㅣ ㅇㅜㅓㅣ", .korean) == "왜 웨")
  }
}
