import Testing

/// Text to light to picture to grid to edges to text, through the built program.
@Suite("Round trip")
struct RoundTripTests {
  struct Scene: CustomTestStringConvertible, Sendable {
    var options: String
    var testDescription: String { options }
  }

  @Test(
    "a simulated recording is read",
    arguments: [
      Scene(options: "--size 320x240 --fps 24 --wpm 5 --torch-radius 2 --noise 4"),
      Scene(options: "--size 320x240 --fps 24 --wpm 20 --torch-radius 2 --noise 4"),
      Scene(options: "--size 320x240 --fps 60 --wpm 20 --torch-radius 40 --noise 0"),
      Scene(options: "--size 640x480 --fps 30 --wpm 12 --torch-radius 8 --noise 2"),
      Scene(options: "--size 640x480 --fps 30 --wpm 20 --torch-radius 2 --noise 4"),
      Scene(options: "--size 641x479 --fps 25 --wpm 10 --torch-radius 5 --noise 3"),
      Scene(options: "--size 1280x720 --fps 50 --wpm 18 --torch-radius 4 --noise 4"),
      Scene(options: "--size 1920x1080 --fps 24 --wpm 20 --torch-radius 2 --noise 4"),
      Scene(options: "--size 1920x1080 --fps 30 --wpm 15 --torch-radius 40 --noise 1"),
    ])
  func roundTrip(_ scene: Scene) throws {
    let result = try Program().run(
      "aldis simulate 'SOS DE ALDIS' \(scene.options) --output - | aldis decode -", seconds: 300)
    #expect(result.errors == "")
    #expect(result.output == "SOS DE ALDIS\n")
    #expect(result.status == 0)
  }

  @Test(
    "a simulated recording that FFmpeg converted is read",
    arguments: [
      "-c:v libx264 -pix_fmt yuv420p a.mp4",
      "-c:v mjpeg -q:v 4 a.avi",
      "-c:v libvpx -b:v 1M a.webm",
      "-vf select='not(eq(mod(n\\,7)\\,3))' -fps_mode vfr -c:v libx264 a.mkv",
      "-c:v libx264 b.mp4 && ffmpeg -v error -i b.mp4 -c copy -metadata:s:v:0 rotate=90 a.mp4",
    ])
  func containers(_ encoding: String) throws {
    let file = encoding.split(separator: " ").last ?? ""
    let result = try Program().run(
      """
      aldis simulate 'SOS DE ALDIS' --size 320x240 --wpm 12 --torch-radius 6 --output - |
        ffmpeg -v error -i - \(encoding)
      aldis decode \(file)
      """)
    #expect(result.errors == "")
    #expect(result.output == "SOS DE ALDIS\n")
  }
}
