import Capture
import Glibc
import Shaders

/// The folder with the edited shaders.
struct ShaderFolder {
  /// The folder's path; `nil` stands for the shaders in the program.
  var path: String?
  /// The file that the user named, if any.
  var shader: ShaderName?

  /// - Parameters:
  ///   - shader: The name of a file, or its path. A path also names the folder.
  ///   - folder: The folder that the user named.
  init(shader: String?, folder: String?) throws(Failure) {
    let (base, name) = Self.split(shader)
    path = folder ?? base ?? (Self.isFolder("Shaders") ? "Shaders" : nil)
    if let path, !Self.isFolder(path) {
      throw Failure(.noInput, "no such folder: \(path); name a folder with shaders by --shaders")
    }
    guard let name else {
      if let path, !ShaderName.allCases.contains(where: { Self.exists($0, in: path) }) {
        throw Failure(.noInput, "no shader of Aldis in \(path); aldis tune --help lists them")
      }
      return
    }
    guard let known = ShaderName(rawValue: name) else {
      throw Failure(.usage, "no program of Aldis uses \(name); aldis tune --help lists its shaders")
    }
    if let path, !Self.exists(known, in: path) {
      throw Failure(.noInput, "no such file: \(ShaderLibrary.path(of: known, in: path))")
    }
    self.shader = known
  }

  /// Reads the present texts of the shaders.
  func read() throws(Failure) -> ShaderLibrary {
    guard let path else { return ShaderLibrary() }
    do throws(ShaderFileError) {
      return try ShaderLibrary(directory: path)
    } catch {
      throw Failure(.data, "cannot read \(error.path): \(error.reason)")
    }
  }

  /// The path of the file `name`, for people and editors.
  func path(of name: String) -> String {
    guard let path, let shader = ShaderName(rawValue: name), Self.exists(shader, in: path) else {
      return name
    }
    return ShaderLibrary.path(of: shader, in: path)
  }

  private static func exists(_ name: ShaderName, in folder: String) -> Bool {
    access(ShaderLibrary.path(of: name, in: folder), F_OK) == 0
  }

  private static func isFolder(_ path: String) -> Bool { FileStatus(path: path)?.isFolder ?? false }

  private static func split(_ path: String?) -> (folder: String?, name: String?) {
    guard let path else { return (nil, nil) }
    guard let slash = path.lastIndex(of: "/") else { return (nil, path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
