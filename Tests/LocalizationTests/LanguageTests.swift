import Foundation
import Shell
import Testing

@testable import Localization

@Suite("Languages")
struct LanguageTests {
  @Test(
    "the language is chosen by the locale variables of POSIX",
    arguments: [
      ([:], Language.english), (["LANG": "de_AT.UTF-8@euro"], .german), (["LANG": "pl"], .polish),
      (["LANG": "pl_PL.UTF-8", "LC_ALL": "C"], .english), (["LANG": "pl_PL", "LC_ALL": ""], .polish),
      (["LANG": "de_DE", "LC_MESSAGES": "pl_PL.UTF-8"], .polish), (["LANG": "POSIX"], .english),
      (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "default"], .english), (["LANG": "DE_de"], .german),
    ])
  func language(_ environment: [String: String], _ language: Language) {
    #expect(Language(environment) == language)
  }

  @Test(
    "each language except English has a file with its header and its plural rule",
    arguments: Language.allCases)
  func headers(_ language: Language) throws {
    guard language != .english else { return #expect(language.translation == nil) }
    #expect(language.translation != nil)
    let path = Repository.languages + "/\(language.rawValue).po"
    let header = try Translation(String(contentsOfFile: path, encoding: .utf8), name: path).header
    #expect(header["Language"] == language.rawValue)
    #expect(header["Content-Type"] == "text/plain; charset=UTF-8")
    let forms = try #require(header["Plural-Forms"]?.wholeMatch(of: /nplurals=\d; plural=(.*);/)?.1)
    let result = try Repository.run(
      """
      python3 -c 'import gettext, sys; form = gettext.c2py(sys.argv[1]); print(*map(form, range(300)))' \
      \(Shell.quoted(String(forms)))
      """)
    #expect(
      result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        == (0..<300).map(language.pluralForm(for:)))
  }

  @Test("the program has one file for each language except English, and no other file")
  func files() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.languages).sorted()
    #expect(files == Language.allCases.filter { $0 != .english }.map { "\($0.rawValue).po" }.sorted())
  }
}

/// The files of the repository, and its scripts.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  static let languages = root + "/Sources/Localization/Languages"

  /// Runs `script` in bash, at the root of the repository.
  static func run(_ script: String) throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let status = Shell.run("cd \(Shell.quoted(root)) && { \(script)\n} >\(Shell.quoted(file.path)) 2>&1")
    return (status, try String(contentsOf: file, encoding: .utf8))
  }
}
