import Testing
import Torch

@Suite("Torch error")
struct TorchErrorTests {
  @Test("the message without counted losses states that light may be lost")
  func interrupted() {
    let some = TorchError.interrupted("light://lamp:1844", reason: "it is away", lost: 2, of: 9).message
    #expect(some.contains("it is away; 2 of 9 changes of the light are lost; "))
    let none = TorchError.interrupted("light://lamp:1844", reason: "it is away", lost: 0, of: 9).message
    #expect(none.contains("it is away; some of the light may be lost; "))
  }
}
