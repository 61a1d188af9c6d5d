import Foundation
import Testing

@testable import Interface

/// Shaders that are edited while the window shows their effect.
extension WindowTests {
  /// Tunes a copy of the shaders in `Shaders`, waits for its window, and runs `script` with its number in `$window`.
  ///
  /// - Parameter preparation: Script that changes the copy before the start.
  private func tune(
    _ script: String, _ program: Program, options: String = "", preparation: String = ""
  ) throws -> Program.Result {
    try program.run(
      """
      mkdir Shaders; cp '\(Program.root.appendingPathComponent("Shaders").path)'/*.{glsl,frag,vert} Shaders
      \(preparation)
      \(Self.ownDisplay())
      '\(Program.path)' tune --demo --duration 60 --screenshot end.png \(options) & tune=$!
      trap 'kill $tune $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $tune | tail -n 1) || exit 99
      \(Self.key)
      sleep 2
      \(script)
      key Escape
      wait $tune
      """, seconds: 90)
  }

  /// The picture's colour in the middle of the lower right quarter of the window, measured by FFmpeg.
  private static let look = """
    ffmpeg -v error -i end.png -vf crop=8:8:900:640 -f rawvideo -pix_fmt rgb24 - | od -An -tu1 -N3
    """

  /// The colour at a place of the last picture, measured by FFmpeg.
  private func colour(x: Int, y: Int, _ program: Program) throws -> [Int] {
    try program.run(
      "ffmpeg -v error -i end.png -vf crop=1:1:\(x):\(y) -f rawvideo -pix_fmt rgb24 - | od -An -tu1 -N3"
    )
    .output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }

  @Test("the mouse drags the divide between the previous and the newest shaders")
  func divide() throws {
    let program = Program()
    let result = try tune(
      """
      sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag
      sleep 2
      sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0);/' Shaders/preview.frag
      sleep 2
      xdotool mousemove --window $window 508 300; sleep 0.5; xdotool mousedown 1; sleep 0.3
      xdotool mousemove --window $window 700 300; sleep 0.3; xdotool mousemove --window $window 820 300; sleep 0.5
      xdotool mouseup 1; sleep 0.3; xdotool mousemove --window $window 200 300; sleep 0.5
      """, program)
    #expect(result.status == 0)
    // The previous shader is shown left of the divide, which stays where it was released.
    #expect(try colour(x: 780, y: 300, program) == [0, 255, 0])
    #expect(try colour(x: 860, y: 300, program) == [0, 0, 255])
  }

  @Test("the error of a shader is shown over the live picture, and disappears when the shader is corrected")
  func log() throws {
    for (script, isBroken) in [("", true), ("mv good Shaders/preview.frag; sleep 2", false)] {
      let program = Program()
      let result = try tune(
        """
        sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag; sleep 2
        cp Shaders/preview.frag good
        sed -i 's/gl_FragColor = .*/gl_FragColor = nothing;/' Shaders/preview.frag; sleep 2
        \(script)
        """, program)
      #expect(result.status == 0)
      #expect(try colour(x: 900, y: 640, program) == [0, 255, 0])
      // The background colour of the card, beside its words.
      let card = try colour(x: 40, y: 170, program)
      #expect((card == [0, 255, 0] || card[1] < 100) && (card[1] < 100) == isBroken, "\(card)")
    }
  }

  @Test(
    "a slider changes the picture, and its value is kept after a save and written to the file; frames can be stepped"
  )
  func values() throws {
    let program = Program()
    let result = try tune(
      """
      sed -i -e '1i uniform float green; // slider 0 1 = 1' \\
        -e 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, green, 0.0, 1.0);/' Shaders/preview.frag
      sleep 2
      xdotool mousemove --window $window 1130 110 click 1; sleep 0.5
      key comma; key comma; key period
      sed -i 's/vec4(0.0, green/vec4(1.0, green/' Shaders/preview.frag; sleep 2
      key w; sleep 1
      """, program)
    #expect(result.status == 0)
    let shown = try colour(x: 900, y: 640, program)
    #expect(shown.first == 255 && (80...170).contains(shown[1]), "\(shown)")
    // Writing the values does not count as a save to compare with: the shaders before it are still shown left of the divide.
    let before = try colour(x: 200, y: 640, program)
    #expect(before.first == 0 && (80...170).contains(before[1]), "\(before)")
    let file = try program.folder.text("Shaders/preview.frag")
    #expect(file.contains("slider 0 1 = 0.") && file.contains("vec4(1.0, green"), "\(file)")
  }

  @Test(
    "the score of a recording is shown, in the colour of a warning if the newest shaders read it worse")
  func score() throws {
    let program = Program()
    _ = try program.run(
      "aldis simulate 'PARIS PARIS' --output film.y4m --size 160x120 --wpm 20; echo PARIS PARIS >film.txt")
    let score = TuningLayout(Point(1280, 800), aspect: nil, hasScore: true).score
    let warning = Theme.dark.warning
    let result = try tune(
      """
      told() {
        ffmpeg -v error -f x11grab -draw_mouse 0 -video_size \(Int(score.width))x\(Int(score.height)) \\
          -i $DISPLAY+\(Int(score.x)),\(Int(score.y)) -frames:v 1 -f rawvideo -pix_fmt rgb24 - </dev/null
      }
      warns() { told | od -An -v -tx1 -w3 | grep -c '\(String(format: "%02x %02x %02x", warning.red, warning.green, warning.blue))'; }
      settled() { for _ in {1..60}; do told >a; sleep 1; told >b; cmp -s a b && [ $(sort -u <(od -An -v -tx1 -w3 a) | wc -l) -gt 2 ] && return; done; }
      settled; warns; cp a good
      sed -i 's/return 255.0 .*/return 0.0;/' Shaders/luma-plane.glsl
      for _ in {1..100}; do [ $(warns) -gt 0 ] && break; sleep 0.3; done; settled; [ $(warns) -gt 0 ] && echo worse
      """, program, options: "--score film.y4m")
    #expect(result.output == "0\nworse\n", "\(result.errors)")
  }

  @Test("shaders that stopped the last run are named and disabled until they are saved")
  func leftOut() throws {
    let program = Program()
    let result = try tune(
      """
      kill -9 $tune; wait $tune; mkdir -p .state/aldis; echo preview.frag >.state/aldis/shaders-on-trial
      sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag
      '\(Program.path)' tune --demo --duration 4 --screenshot first.png
      '\(Program.path)' tune --demo --duration 4 --screenshot end.png
      ls .state/aldis; kill $server; exit
      """, program)
    #expect(result.status == 0 && !result.output.contains("trial"), "\(result)")
    #expect(try colour(x: 900, y: 640, program) == [0, 255, 0])
    _ = try program.run("mv first.png end.png")
    #expect(try colour(x: 900, y: 640, program) != [0, 255, 0])
    // The card that names it.
    let card = try colour(x: 40, y: 60, program)
    #expect(card[1] < 100)
  }

  @Test(
    "a notice is shown over the picture and removed after some seconds", arguments: [(1, true), (10, false)])
  func notice(_ seconds: Int, _ isTold: Bool) throws {
    let program = Program()
    let result = try tune(
      """
      for colour in 0.0,1.0,0.0 0.0,0.0,1.0; do
        sed -i "s/gl_FragColor = .*/gl_FragColor = vec4($colour, 1.0);/" Shaders/preview.frag; sleep 2
      done
      key s; sleep \(seconds)
      """, program)
    #expect(result.status == 0)
    // A place below the picture and above the mark of the demo. The card is a little lighter than its background.
    #expect(try (colour(x: 42, y: 684, program)[2] > 31) == isTold)
  }

  @Test(
    "shaders that stopped the last run stay disabled while another file is saved, until they are saved themselves",
    arguments: [(":", false), ("touch Shaders/preview.frag", true)])
  func staysLeftOut(_ script: String, _ isTaken: Bool) throws {
    let program = Program()
    let result = try tune(
      """
      kill -9 $tune; wait $tune; mkdir -p .state/aldis; echo preview.frag >.state/aldis/shaders-on-trial
      sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag
      '\(Program.path)' tune --demo --duration 9 --screenshot end.png & tune=$!
      sleep 4; \(script); echo '// Another.' >>Shaders/tile.frag
      wait $tune; kill $server; exit
      """, program)
    #expect(result.status == 0)
    #expect(try (colour(x: 900, y: 640, program) == [0, 255, 0]) == isTaken)
  }

  @Test("shaders with errors at the start are not compared")
  func brokenFromTheStart() throws {
    // The divide's line.
    let line = [240, 235, 227]
    for (shader, isCompared) in [("nothing", false), ("vec4(0.0, 1.0, 0.0, 1.0)", true)] {
      let program = Program()
      let result = try tune(
        "", program,
        preparation: "sed -i 's/gl_FragColor = .*/gl_FragColor = \(shader);/' Shaders/preview.frag")
      #expect(result.status == 0)
      #expect((try colour(x: 508, y: 300, program) == line) == isCompared)
    }
  }

  @Test("V shows the output of a pass: tiles of one colour each")
  func passes() throws {
    let program = Program()
    let result = try tune("key v; key v; sleep 1", program)
    #expect(result.status == 0)
    // A place in the sky, with false colours. The picture itself does not contain this violet.
    let sky = try colour(x: 500, y: 130, program)
    #expect(2 * sky[1] < sky[0] && sky[0] < sky[2], "\(sky)")
  }

  @Test("a GPU that cannot draw is reported in one line, and not as a usage error")
  func noTarget() throws {
    let result = try Program().run(
      """
      mkdir Shaders; cp '\(Program.root.appendingPathComponent("Shaders").path)'/*.{glsl,frag,vert} Shaders
      echo 'unsigned glCheckFramebufferStatus(unsigned target) { return 0x8CDD; }' >driver.c
      cc -shared -fPIC -o driver.so driver.c || exit 98
      \(Self.ownDisplay())
      trap 'kill $server' EXIT
      LD_PRELOAD=$PWD/driver.so '\(Program.path)' tune --demo --duration 20
      """)
    #expect(result.status == 69)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("aldis: the GPU cannot draw into a "))
  }

  @Test("a shader file that is created but still empty is not an error")
  func notYetWritten() throws {
    for (script, isBroken) in [("", false), ("exec 3>&-; sleep 2", true)] {
      let program = Program()
      let result = try tune(
        """
        sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag; sleep 2
        rm Shaders/preview.frag; exec 3>Shaders/preview.frag; sleep 2
        \(script)
        """, program)
      #expect(result.status == 0)
      #expect(try colour(x: 900, y: 640, program) == [0, 255, 0])
      // A place above the picture, where the card is a little lighter than its background.
      #expect(try (colour(x: 40, y: 60, program)[2] > 31) == isBroken)
    }
  }

  @Test("a saved shader is shown even while the disk is busy")
  func busyDisk() throws {
    let program = Program()
    let result = try tune(
      "sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag; sleep 2",
      program,
      preparation: """
        echo '#include <unistd.h>' >disk.c; echo 'int fsync(int file) { for (;;) pause(); }' >>disk.c
        cc -shared -fPIC -o disk.so disk.c || exit 98
        export LD_PRELOAD=$PWD/disk.so
        """)
    #expect(result.status == 0)
    #expect(try colour(x: 900, y: 640, program) == [0, 255, 0])
  }

  @Test("a correct shader is shown when it is saved, and stays while the next one has an error")
  func tuning() throws {
    let program = Program()
    let result = try tune(
      """
      sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag
      sleep 2
      sed 's/gl_FragColor = .*/gl_FragColor = nothing;/' Shaders/preview.frag >new; mv new Shaders/preview.frag
      sleep 2
      """, program)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let colour = try program.run(Self.look).output.split(separator: " ").compactMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    #expect(colour == [0, 255, 0])
  }
}
