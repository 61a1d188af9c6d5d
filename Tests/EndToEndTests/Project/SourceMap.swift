import Foundation

/// The modules of the program, in docs/how-it-works.md and in the sources.
enum SourceMap {
  /// Folders of modules that are not `Sources/NAME`.
  private static let folders = ["Shaders": "Shaders"]

  static func folder(of module: String) -> URL {
    Program.root.appendingPathComponent(folders[module] ?? "Sources/\(module)")
  }

  /// The modules with Swift sources, from the folders of the repository.
  static func modules() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Program.root.appendingPathComponent("Sources").path)
    return Set(try names.filter { try !sources(of: $0).isEmpty } + folders.keys)
  }

  /// The files of a module: their paths within it, and their texts.
  static func sources(of module: String) throws -> [(path: String, text: String)] {
    let folder = folder(of: module)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
    }
  }

  /// The modules that the sources of `module` import, including those of the system and of other packages.
  static func imports(of module: String) throws -> Set<String> {
    let pattern = #/^(?:@\w+ |public |internal )*import (\w+)/#.anchorsMatchLineEndings()
    return try Set(sources(of: module).flatMap { $0.text.matches(of: pattern).map { String($0.1) } })
  }

  /// The table of modules in a page: a row is ``| [`Name`](../path) | what it does | `Import`, ... |``.
  static func table(in page: String) -> [(module: String, imports: Set<String>)] {
    page.matches(of: #/(?m)^\| \[`(\w+)`\]\([^)]*\) \|[^|]*\|([^|]*)\|$/#).map { row in
      (String(row.1), Set(row.2.matches(of: #/`(\w+)`/#).map { String($0.1) }))
    }
  }

  // MARK: Folders

  /// The folders that each folder of a module uses. They are found by the names of the types and functions at the top level of
  /// the files.
  ///
  /// A name that several folders declare is left out, and so are members of extensions.
  static func folderDependencies(of module: String) throws -> [String: Set<String>] {
    let declaration =
      #/
      (?m)^(?:@\w+\s)*(?:(?:public|package|final|indirect)\s)*
      (?:class|struct|enum|protocol|actor|func|typealias)\s(\w+)
      /#
    let files = try sources(of: module).map { path, text in
      (folder: (path as NSString).deletingLastPathComponent, text: code(of: text))
    }
    var owners: [String: Set<String>] = [:]
    for file in files {
      for match in file.text.matches(of: declaration) {
        owners[String(match.1), default: []].insert(file.folder)
      }
    }
    var dependencies: [String: Set<String>] = [:]
    for file in files {
      for word in Set(file.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        guard let folders = owners[String(word)], folders.count == 1, let owner = folders.first,
          owner != file.folder
        else { continue }
        dependencies[file.folder, default: []].insert(owner)
      }
    }
    return dependencies
  }

  /// The source without comments and without the texts of literals.
  private static func code(of text: String) -> String {
    text.replacing(#/(?s)""".*?"""/#, with: "").replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "")
      .replacing(#///[^\n]*/#, with: "")
  }

  /// A cycle in a graph, with its first node repeated at its end; `nil` if there is none.
  static func cycle(in graph: [String: Set<String>]) -> [String]? {
    var done: Set<String> = []
    func search(_ path: [String]) -> [String]? {
      guard let last = path.last, !done.contains(last) else { return nil }
      if let start = path.dropLast().firstIndex(of: last) { return Array(path[start...]) }
      for next in (graph[last] ?? []).sorted() {
        if let found = search(path + [next]) { return found }
      }
      done.insert(last)
      return nil
    }
    return graph.keys.sorted().lazy.compactMap { search([$0]) }.first
  }

  // MARK: Tests

  /// Tests that a page names as `Target/Suite/test` and that do not exist.
  static func missingTests(in page: String) throws -> [String] {
    try page.matches(of: #/`(\w+Tests)/(\w+)/(\w+)`/#).compactMap { match in
      let folder = Program.root.appendingPathComponent("Tests/\(match.1)")
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      let isThere = try paths.filter { $0.hasSuffix(".swift") }.contains { path in
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        let (suite, test) = (
          try Regex("(?:struct|extension|class) \(match.2)\\b"), try Regex("func \(match.3)\\(")
        )
        return text.contains(suite) && text.contains(test)
      }
      return isThere ? nil : String(match.0)
    }
  }
}
