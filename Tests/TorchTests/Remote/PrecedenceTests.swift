import Testing

@testable import Torch

@Suite("Precedence")
struct PrecedenceTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)
  private let blue = LightLevels(0, 0, 255)

  @Test("without clients, or with silent ones, the lamp is dark")
  func silence() {
    var precedence = Precedence<String, Int>(capacity: 4)
    #expect(precedence.levels == .dark)
    _ = precedence.admit("a", at: 0)
    #expect(precedence.levels == .dark)
  }

  @Test("who sends first is obeyed, not who came first, and no one else while it is there")
  func firstToSend() {
    var precedence = Precedence<String, Int>(capacity: 4)
    for name in ["a", "b", "c"] { _ = precedence.admit(name, at: 0) }
    precedence.hear(green, from: "b", at: 1)
    precedence.hear(red, from: "a", at: 2)
    precedence.hear(red, from: "c", at: 3)
    #expect(precedence.levels == green)
    precedence.hear(blue, from: "b", at: 4)
    #expect(precedence.levels == blue)
  }

  @Test("whoever sent next follows, with its newest levels, and then it is dark")
  func succession() {
    var precedence = Precedence<String, Int>(capacity: 4)
    for name in ["a", "b", "c"] { _ = precedence.admit(name, at: 0) }
    precedence.hear(red, from: "c", at: 1)
    precedence.hear(red, from: "b", at: 2)
    precedence.hear(blue, from: "a", at: 3)
    precedence.hear(green, from: "b", at: 4)
    precedence.dismiss("c")
    #expect(precedence.levels == green)
    precedence.dismiss("b")
    #expect(precedence.levels == blue)
    precedence.dismiss("a")
    #expect(precedence.levels == .dark)
  }

  @Test("one too many takes the place of whoever was silent the longest, but not of the one that is obeyed")
  func displacement() {
    var precedence = Precedence<String, Int>(capacity: 3)
    for (time, name) in ["a", "b", "c"].enumerated() { #expect(precedence.admit(name, at: time) == nil) }
    precedence.hear(red, from: "c", at: 3)
    precedence.hear(green, from: "a", at: 4)
    #expect(precedence.admit("d", at: 5) == "b")
    #expect(precedence.admit("e", at: 6) == "a")
    #expect(precedence.admit("f", at: 7) == "d")
    #expect(precedence.levels == red)
  }

  @Test("strangers are not heard")
  func strangers() {
    var precedence = Precedence<String, Int>(capacity: 3)
    precedence.hear(red, from: "a", at: 0)
    precedence.dismiss("b")
    #expect(precedence.levels == .dark)
  }
}
