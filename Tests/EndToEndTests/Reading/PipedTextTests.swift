import Testing

/// The text that `decode` writes while a pipe is still open.
@Suite("Text from a pipe")
struct PipedTextTests {
  private static let text = "CQ CQ CQ DE ALDIS ALDIS ALDIS PSE QSL K"

  @Test("each line begins with a torch's letter if several torches are requested, as for a file")
  func letters() throws {
    let result = try Program().run(
      """
      aldis simulate 'CQ DE ALDIS' --size 160x120 --wpm 25 --output a.y4m
      cat a.y4m | aldis decode - --torches 2; aldis decode a.y4m --torches 2; cat a.y4m | aldis decode -
      """)
    #expect(result.output == "A: CQ DE ALDIS\nA: CQ DE ALDIS\nCQ DE ALDIS\n")
  }

  @Test("text is written as soon as it is decided, not at the end", arguments: ["-", "fifo"])
  func immediate(_ path: String) throws {
    let result = try Program().run(
      """
      aldis simulate '\(Self.text)' --size 160x120 --wpm 25 --output a.y4m
      mkfifo fifo
      '\(Program.path)' decode \(path) <fifo >text & reader=$!
      exec 3>fifo
      cat a.y4m >&3
      # The pipe is open: the film may go on.
      for try in $(seq 100); do grep -q 'CQ CQ' text && break; sleep 0.1; done
      cat text; echo
      exec 3>&-; wait $reader; echo $?
      cat text
      """, seconds: 60)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("CQ CQ"))
    #expect(lines.dropFirst() == ["0", Substring(Self.text)])
  }

  @Test(
    "a signal ends the reading of an open pipe or of a long file without pictures: the text so far is printed",
    arguments: [
      "(cat a.y4m; exec sleep 60) >fifo & decode fifo", "(cat a.mkv; exec sleep 60) >fifo & decode fifo",
      "truncate -s 100G a.mkv; decode a.mkv",
    ])
  func interrupted(_ command: String) throws {
    let result = try Program().run(
      """
      aldis simulate 'SOS DE ALDIS' --size 160x120 --wpm 25 --output a.y4m
      ffmpeg -v error -i a.y4m -c:v mjpeg -q:v 2 a.mkv
      mkfifo fifo
      decode() {
        '\(Program.path)' decode $1 & reader=$!
        sleep 3; kill -TERM $reader; wait $reader; echo $?
        exec 2>/dev/null; kill $(jobs -p)
      }
      \(command)
      true
      """, seconds: 60)
    #expect(result.output == "SOS DE ALDIS\n143\n")
    #expect(result.errors == "")
  }
}
