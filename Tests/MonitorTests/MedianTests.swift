import Testing

@testable import Monitor

@Suite("Median")
struct MedianTests {
  @Test(
    "the median is the middle value of an odd number, and the mean of the two middle values of an even number",
    arguments: [([3.0, 1, 2], 2.0), ([4, 1, 3, 2], 2.5), ([7], 7), ([1, 9], 5), ([], 0)]
      as [([Double], Double)])
  func median(values: [Double], middle: Double) {
    #expect(values.median == middle)
  }
}
