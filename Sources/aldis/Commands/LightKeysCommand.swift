import Application
import ArgumentParser
import Torch

struct LightKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Makes the keys that protect a remote light.",
    usage: "aldis light keys <folder> [<options>]",
    discussion: """
        aldis light keys keys
        aldis light keys keys --host lamp.local

      Makes two folders. FOLDER/server stays with the lamp: aldis light serve --keys FOLDER/server. FOLDER/client goes to \
      the senders: --torch lights://HOST:PORT --keys FOLDER/client. The two trust only each other; the key that signed \
      them is deleted. To shut a sender out, make new keys.
      """)

  @Argument(help: "The new folder; it must not exist yet.", completion: .directory)
  var folder: String

  @Option(
    parsing: .upToNextOption,
    help: """
      Names and addresses of the lamp. This machine's name, localhost, 127.0.0.1 and ::1 are always included.
      """)
  var host: [String] = []

  @Option(help: "Days until the keys expire. (default: 3650)", transform: number(in: 1...36_500))
  var days = 3650

  func validate() throws {
    for host in host {
      let isHost = ["light://\(host)", "light://[\(host)]"].contains { LightAddress($0) != nil }
      // Certificates hold ASCII only (RFC 5280, 4.2.1.6).
      if isHost, host.allSatisfy(\.isASCII) { continue }
      throw ValidationError("--host takes a name or an address, not \(host)")
    }
  }

  func run() throws {
    try LightKeyFolder(path: folder, hosts: host, days: days).make()
  }
}
