import Foundation
import Shell

/// The built program, run as a user runs it: in a shell, in a folder of its own.
struct Program {
  struct Result {
    var status: Int32
    var output: String
    /// Standard error, without the lines that say that the demo runs.
    var errors: String
    /// How often it says that the demo runs.
    var demoNotices: Int
    /// Lines on standard error, each of which people are meant to read.
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// `ALDIS_PROGRAM` names the program to test; otherwise it is the one built beside these tests.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["ALDIS_PROGRAM"] {
      return URL(fileURLWithPath: path).standardizedFileURL.path
    }
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder = tests?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("aldis").path
  }()

  /// Whether minutes do not matter: `make test-long`.
  static let runsLongTests = ProcessInfo.processInfo.environment["ALDIS_LONG_TESTS"] != nil

  /// Whether windows can be opened.
  static var hasDisplay: Bool {
    ProcessInfo.processInfo.environment["DISPLAY"].map { !$0.isEmpty } ?? false
  }

  /// Whether there is anything that may be a camera.
  static var hasVideoNodes: Bool {
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return devices.contains { $0.hasPrefix("video") }
  }

  /// Whether the kernel's account of a program's calls can be had.
  static let canTrace = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// An empty folder, removed with this value.
  let folder = Folder()

  /// Runs `script` in bash; `aldis` in it is the program. What takes longer than `seconds` is killed, with status 124.
  func run(_ script: String, seconds: Int = 120, environment: [String: String] = [:]) throws -> Result {
    // What is left for the next start stays in this folder, and what the user has chosen counts for nothing.
    let own = [
      "XDG_STATE_HOME": folder.url.path + "/.state", "XDG_CONFIG_HOME": folder.url.path + "/.config",
    ]
    let environment = environment.merging(own) { own, _ in own }
    let variables = environment.map { "export \($0)=\(Shell.quoted($1))\n" }.joined()
    let inner = "aldis() { \(Shell.quoted(Self.path)) \"$@\"; }\n\(script)"
    // Files, not pipes: nobody has to read one stream while the other fills.
    let status = Shell.run(
      """
      cd \(Shell.quoted(folder.url.path)) && exec </dev/null >stdout 2>stderr
      \(variables)exec timeout --kill-after=5 \(seconds) bash -o pipefail -c \(Shell.quoted(inner))
      """)
    let lines = try folder.text("stderr").split(separator: "\n", omittingEmptySubsequences: false)
    let others = lines.filter { $0 != Self.demoNotice }
    return Result(
      status: status, output: try folder.text("stdout"), errors: others.joined(separator: "\n"),
      demoNotices: lines.count - others.count)
  }

  private static let demoNotice = "aldis: DEMO: a simulated lamp; no camera is read"

  final class Folder {
    let url: URL

    init() {
      url = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }
  }
}
