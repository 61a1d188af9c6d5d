import ArgumentParser
import FoundationEssentials
import Glibc
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

  @Option(help: "Days until the keys expire.")
  var days = 3650

  func validate() throws {
    try require("--days", Double(days), in: 1...36_500)
    for host in host {
      let isHost = ["light://\(host)", "light://[\(host)]"].contains { LightAddress($0) != nil }
      // Certificates know ASCII alone (RFC 5280, 4.2.1.6).
      if isHost, host.allSatisfy(\.isASCII) { continue }
      throw ValidationError("--host takes a name or an address, not \(host)")
    }
  }

  func run() throws {
    // Clocks differ; those of boards without a battery by more.
    let validity = Date(timeIntervalSinceNow: -86_400)..<Date(timeIntervalSinceNow: 86_400 * Double(days))
    let hosts = [ProcessInfo.processInfo.hostName, "localhost", "127.0.0.1", "::1"] + host
    do {
      let authority = try LightAuthority(validity: validity)
      let server = try authority.keys(for: .server(hosts: hosts), validity: validity)
      let client = try authority.keys(for: .client, validity: validity)
      try LightKeys.makeFolder(folder)
      try write(["server": server, "client": client])
    } catch let error as TorchError {
      throw error
    } catch {
      throw TorchError.keysNotWritten(folder, reason: reason(error))
    }
    say("\(folder)/server stays with the lamp; \(folder)/client goes to the senders")
  }

  /// All of them or none: half of the keys is of no use, and in the way of the next try.
  private func write(_ keys: KeyValuePairs<String, LightKeys>) throws(TorchError) {
    do throws(TorchError) {
      for (name, keys) in keys { try keys.write(to: "\(folder)/\(name)") }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }
}
