extension Alphabet {
  /// Japanese kana (Wabun), entered by `<DO>` and left by `<SN>`. Outside of these the stream is Latin.
  ///
  /// Radio Station Operation Regulations of Japan (無線局運用規則, 1950), annex 1, section 1, with its two marks of voicing, long
  /// vowel, comma (区切点), paragraph (段落) and brackets, as benricho.org and venus.dti.ne.jp reprint it. The paragraph mark ends a
  /// sentence and is read as a full stop, as in the English Wikipedia's "Wabun code". `<DO>` and `<SN>` are described by the A1
  /// Club (a1club.org); the Regulations were not available. Small kana have no code words and are sent as large ones, hiragana
  /// as katakana.
  public static let wabun = Alphabet(
    name: "wabun",
    letters: [
      ("イ", ".-"), ("ロ", ".-.-"), ("ハ", "-..."), ("ニ", "-.-."), ("ホ", "-.."), ("ヘ", "."), ("ト", "..-.."),
      ("チ", "..-."), ("リ", "--."), ("ヌ", "...."), ("ル", "-.--."), ("ヲ", ".---"), ("ワ", "-.-"), ("カ", ".-.."),
      ("ヨ", "--"), ("タ", "-."), ("レ", "---"), ("ソ", "---."), ("ツ", ".--."), ("ネ", "--.-"), ("ナ", ".-."),
      ("ラ", "..."), ("ム", "-"), ("ウ", "..-"), ("ヰ", ".-..-"), ("ノ", "..--"), ("オ", ".-..."), ("ク", "...-"),
      ("ヤ", ".--"), ("マ", "-..-"), ("ケ", "-.--"), ("フ", "--.."), ("コ", "----"), ("エ", "-.---"),
      ("テ", ".-.--"), ("ア", "--.--"), ("サ", "-.-.-"), ("キ", "-.-.."), ("ユ", "-..--"), ("メ", "-...-"),
      ("ミ", "..-.-"), ("シ", "--.-."), ("ヱ", ".--.."), ("ヒ", "--..-"), ("モ", "-..-."), ("セ", ".---."),
      ("ス", "---.-"), ("ン", ".-.-."), ("゛", ".."), ("゜", "..--."), ("ー", ".--.-"), ("、", ".-.-.-"),
      ("。", ".-.-.."), ("（", "-.--.-"), ("）", ".-..-."), ("<DO>", "-..---"),
    ],
    replacements: [
      ("ァ", "ア"), ("ィ", "イ"), ("ゥ", "ウ"), ("ェ", "エ"), ("ォ", "オ"), ("ッ", "ツ"), ("ャ", "ヤ"), ("ュ", "ユ"),
      ("ョ", "ヨ"), ("ヮ", "ワ"), ("ヵ", "カ"), ("ヶ", "ケ"), ("－", "ー"), ("」", "。"),
    ],
    composition: .pairs(voicedKana),
    shiftsWithLatin: true)

  /// A kana and a mark of voicing, and the kana that they form.
  private static let voicedKana: [String: String] = {
    let voiced = [("゛", "カガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴ"), ("゜", "ハパヒピフプヘペホポ")]
    return voiced.reduce(into: [:]) { pairs, row in
      let kana = Array(row.1)
      for place in stride(from: 0, to: kana.count, by: 2) {
        pairs["\(kana[place])\(row.0)"] = String(kana[place + 1])
      }
    }
  }()
}
