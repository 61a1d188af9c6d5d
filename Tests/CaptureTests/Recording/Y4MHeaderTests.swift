import Frames
import Testing

@testable import Capture

@Suite struct Y4MHeaderTests {
  struct Case: Sendable {
    var line: String
    var pixelFormat: PixelFormat
    var size: [Int]
    var rate: Y4MHeader.Rate?
    var range = FrameFormat.Range.limited
  }

  @Test(
    "headers of known programs are read",
    arguments: [
      // ffmpeg 5.1
      Case(
        line: "YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED",
        pixelFormat: .yu12, size: [640, 480], rate: .init(30)),
      Case(
        line: "YUV4MPEG2 W15 H60 F30000:1001 Ip A0:0 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=FULL",
        pixelFormat: .yu12, size: [15, 60], rate: .init(30_000, per: 1_001), range: .full),
      Case(
        line: "YUV4MPEG2 W2 H2 F25:1 It A1:1 C420paldv", pixelFormat: .yu12, size: [2, 2],
        rate: .init(25)),
      Case(
        line: "YUV4MPEG2 W16384 H1 F1:1 Ip C422", pixelFormat: .yuv422, size: [16_384, 1],
        rate: .init(1)),
      Case(line: "YUV4MPEG2 C444 H3 W5 F50:1", pixelFormat: .yuv444, size: [5, 3], rate: .init(50)),
      Case(
        line: "YUV4MPEG2 W5 H3 F60:1 Ip A1:1 Cmono", pixelFormat: .grey, size: [5, 3],
        rate: .init(60)),
      // Without colours, it is 4:2:0. The rate is unknown or missing.
      Case(line: "YUV4MPEG2 W4 H4 F0:0 I? A0:0", pixelFormat: .yu12, size: [4, 4], rate: nil),
      Case(line: "YUV4MPEG2 W4 H4", pixelFormat: .yu12, size: [4, 4], rate: nil),
      Case(line: "YUV4MPEG2  W4  H4 ", pixelFormat: .yu12, size: [4, 4], rate: nil),
    ])
  func understood(_ example: Case) throws {
    let header = try Y4MHeader(parsing: example.line)
    #expect(header.format.pixelFormat == example.pixelFormat)
    #expect([header.format.width, header.format.height] == example.size)
    #expect(header.rate == example.rate)
    #expect(header.format.range == example.range)
  }

  @Test(
    "invalid headers are refused with a reason",
    arguments: [
      ("", .noHeader),
      ("RIFF", .noHeader),
      ("YUV4MPEG W4 H4", .noHeader),
      ("YUV4MPEG2 H4 F25:1", .missing("W (width)")),
      ("YUV4MPEG2 W4 F25:1", .missing("H (height)")),
      ("YUV4MPEG2 W0 H4", .impossibleSize("W0")),
      ("YUV4MPEG2 W4 H-4", .impossibleSize("H-4")),
      ("YUV4MPEG2 W16385 H4", .impossibleSize("W16385")),
      ("YUV4MPEG2 W4 H99999999999999999999", .unknown("H99999999999999999999")),
      ("YUV4MPEG2 Wx H4", .unknown("Wx")),
      ("YUV4MPEG2 W H4", .unknown("W")),
      ("YUV4MPEG2 W4 H4 F25", .unknown("F25")),
      ("YUV4MPEG2 W4 H4 F25:0", .unknown("F25:0")),
      ("YUV4MPEG2 W4 H4 F-25:1", .unknown("F-25:1")),
      ("YUV4MPEG2 W4 H4 F1:2:3", .unknown("F1:2:3")),
      ("YUV4MPEG2 W4 H4 Ix", .unknown("Ix")),
      ("YUV4MPEG2 W4 H4 XCOLORRANGE=SOME", .unknown("XCOLORRANGE=SOME")),
      ("YUV4MPEG2 W4 H4 C420p10", .unsupportedColours("420p10")),
      ("YUV4MPEG2 W4 H4 C444alpha", .unsupportedColours("444alpha")),
      ("YUV4MPEG2 W4 H4 Cmono16", .unsupportedColours("mono16")),
      ("YUV4MPEG2 W4 H4 C411", .unsupportedColours("411")),
    ] as [(String, Y4MError)])
  func refused(line: String, error: Y4MError) {
    #expect(throws: error) { try Y4MHeader(parsing: line) }
  }

  static let carried = PixelFormat.allCases.filter { Y4MHeader.colours(of: $0) != nil }

  @Test("the stream carries luma, or luma and two planes of chroma")
  func formats() {
    #expect(Self.carried == [.grey, .yu12, .yuv422, .yuv444])
  }

  @Test("a written header is read back equal", arguments: carried)
  func roundTrip(pixelFormat: PixelFormat) throws {
    for range in [FrameFormat.Range.full, .limited] {
      for rate in [nil, Y4MHeader.Rate(30_000, per: 1_001)] {
        let header = Y4MHeader(
          format: FrameFormat(pixelFormat, width: 15, height: 61, stride: 64, range: range), rate: rate)
        let line = try #require(header.line)
        #expect(line.last == "\n")
        #expect(try Y4MHeader(parsing: String(line.dropLast())) == header)
      }
    }
  }

  @Test(
    "a frame's time is index x denominator / numerator, to the nearest nanosecond",
    arguments: [
      (Y4MHeader.Rate(25), 0, 0),
      (.init(25), 7, 280_000_000),
      (.init(30), 1, 33_333_333),
      (.init(30), 2, 66_666_667),
      (.init(30_000, per: 1_001), 30_000, 1_001_000_000_000),
      (.init(30_000, per: 1_001), 20_738, 691_957_933_333),
      (.init(1, per: 10), 3, 30_000_000_000),
      (.init(2_147_483_647, per: 2_147_483_647), 5, 5_000_000_000),
    ] as [(Y4MHeader.Rate, UInt64, Int64)])
  func timestamps(rate: Y4MHeader.Rate, index: UInt64, nanoseconds: Int64) {
    #expect(rate.timestamp(of: index).nanoseconds == nanoseconds)
  }
}
