import Frames
import Testing

@Suite("TorchID")
struct TorchIDTests {
  @Test(
    "after Z, letters continue with AA, like the columns of a spreadsheet",
    arguments: [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (702, "AAA")])
  func letters(index: Int, letter: String) {
    #expect(TorchID(index).letter == letter)
  }
}
