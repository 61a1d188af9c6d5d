import Foundation
import Testing

@testable import Morse

@Suite("Letter models")
struct LetterModelTests {
  private static let models = ["English": LetterModel.english, "amateurs' text": .amateur]

  /// The symbols of a text of the Latin alphabet.
  private func symbols(_ text: String) throws -> [LetterModel.Symbol] {
    try text.map { $0 == " " ? LetterModel.space : try #require(LetterModel.symbol(of: String($0))) }
  }

  /// The contexts after each symbol of a text.
  private func contexts(_ text: String, _ model: LetterModel) throws -> [LetterModel.Context] {
    var context = LetterModel.beginning
    return try symbols(text).map {
      context = model.step($0, after: context).next
      return context
    }
  }

  @Test("the probabilities after a context add up to 1", arguments: models.keys)
  func sum(name: String) throws {
    let model = try #require(Self.models[name])
    for context in try contexts("THE WEATHER IS FINE CQ CQ DE DL1ABC = UR RST 599 QX", model) {
      let sum = (0..<29).reduce(0) { $0 + model.step(LetterModel.Symbol($1), after: context).probability }
      // Each probability is rounded to a sixth of a nat.
      #expect(abs(sum - 1) < 0.15, "\(context)")
      let space = model.step(LetterModel.space, after: context).probability
      #expect(abs(model.probabilityOfLetters(after: context) - (sum - space)) < 0.02, "\(context)")
      #expect(model.probabilityOfSpace(after: context) < 1)
    }
  }

  @Test("the next symbol depends on at most the six symbols before it")
  func order() throws {
    let (english, amateur) = (LetterModel.english, LetterModel.amateur)
    #expect(try contexts("ONE WEATHER", english).last == contexts("QX5 WEATHER", english).last)
    #expect(try contexts("THE WEATHE", english).last != contexts("QXZHE", english).last)
    #expect(try contexts("TNX FE", amateur).last != contexts("XQ FE", amateur).last)
  }

  @Test("a long context makes a letter certain that a short context leaves open")
  func long() throws {
    let model = LetterModel.english
    func probability(_ letter: String, after text: String) throws -> Float {
      let context = try #require(try contexts(text, model).last)
      return model.step(try symbols(letter)[0], after: context).probability
    }
    #expect(try probability("R", after: "THE WEATHE") > 0.8)
    #expect(try probability("R", after: "HE") < 0.3)
  }

  @Test("English costs less than 1.9 nats a character in the English model, and random letters more than 3")
  func entropy() throws {
    func cost(_ text: String) throws -> Double {
      var context = LetterModel.beginning
      let costs = try symbols(text).map { symbol -> Double in
        let step = LetterModel.english.step(symbol, after: context)
        context = step.next
        return -log(Double(step.probability))
      }
      return costs.reduce(0, +) / Double(costs.count)
    }
    // From Huckleberry Finn, chapter 19. The model was made from other texts.
    #expect(try cost("TWO OR THREE DAYS AND NIGHTS WENT BY I RECKON I MIGHT SAY THEY SWUM BY") < 1.9)
    #expect(try cost("QXKZ VJWP GHBF TTQA ZMRX PLWN BVCK JYUQ") > 3)
  }
}
