// swift-tools-version:6.2
import Foundation
import PackageDescription

let environment = ProcessInfo.processInfo.environment

/// A warning is an error where changes are checked, not where people build: a newer compiler may know more warnings than
/// this code has met.
let checked: [SwiftSetting] = environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The program and its tests are one build: optimized, and open to `@testable import`. `swift test` would add this flag by
/// itself, but to every dependency as well, and `swift build` would not: each would be compiled twice.
///
/// Other packages may depend on one with such flags since tools version 6.2.
let optimized: [SwiftSetting] = checked + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// Compiled file by file, on all cores, and after a change no more than it touches. What works through pictures and samples is
/// optimized as a whole instead.
let incremental: [SwiftSetting] = [
  .unsafeFlags(
    ["-no-whole-module-optimization", "-incremental", "-enable-batch-mode", "-num-threads", "0"],
    .when(configuration: .release))
]

/// Tests change more often than they run.
let unoptimized: [SwiftSetting] =
  checked + incremental + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

extension Target {
  /// A module in the folder `path`, or else in the folder of its name.
  ///
  /// - Parameter isHot: Whether most of its time goes into loops over pictures and samples.
  static func module(
    _ name: String, _ dependencies: [Dependency] = [], path: String? = nil, isHot: Bool = false
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: path,
      swiftSettings: optimized + (isHot ? [] : incremental))
  }

  /// The tests of a module or program.
  ///
  /// - Parameter isHot: Whether they work through pictures themselves.
  static func tests(of name: String, _ dependencies: [Dependency] = [], isHot: Bool = false) -> Target {
    .testTarget(
      name: "\(name.prefix(1).uppercased() + name.dropFirst())Tests",
      dependencies: [.byNameItem(name: name, condition: nil)] + dependencies,
      swiftSettings: isHot ? optimized : unoptimized)
  }
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let sockets: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
]
let deques = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

/// GLSL ES 1.00, embedded in the program.
let shaders = [
  "precision.glsl", "tile.vert", "tile.frag", "background.frag", "background-difference.frag",
  "moved.glsl", "tile-moved.frag", "background-moved.frag", "background-difference-moved.frag", "widen.frag",
  "luma-plane.glsl", "luma-yuyv.glsl", "luma-uyvy.glsl", "luma-rgb.glsl", "luma-bgr.glsl",
  "ycbcr.glsl", "colour-grey.glsl", "colour-yuyv.glsl", "colour-uyvy.glsl", "colour-semiplanar.glsl",
  "colour-planar.glsl", "colour-rgb.glsl", "colour-bgr.glsl",
  "shade.glsl", "sample-smooth.glsl", "sample-smooth-rgb.glsl",
  "preview.vert", "preview.frag", "target-view.frag",
  "interface.vert", "interface-shape.frag", "interface-text.frag", "interface-controls.frag",
]

/// Codes of the languages that the texts are translated into (ISO 639-1).
let languages = ["de", "pl"]

/// Debian's packages, named by Scripts/packages.
let libraries: [Target] = [
  .systemLibrary(
    name: "CGLES", pkgConfig: "glesv2 egl", providers: [.apt(["libgles-dev", "libegl-dev"])]),
  .systemLibrary(name: "CGLFW", pkgConfig: "glfw3", providers: [.apt(["libglfw3-dev"])]),
  .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
  .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
  .systemLibrary(
    name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libavutil",
    providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
  .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CEvents"),
  .target(name: "CVideo4Linux"),
  .target(name: "CAllocations"),
  .target(name: "CImGui", linkerSettings: [.linkedLibrary("imgui"), .linkedLibrary("stb")]),
]

/// The flow of the program, in order.
let modules: [Target] = [
  .target(
    name: "Localization", resources: languages.map { .embedInCode("Languages/\($0).po") },
    swiftSettings: optimized),
  .module("Frames", isHot: true),
  .module(
    "Capture", ["Frames", "Localization", "CVideo4Linux", "CFFmpeg", "CTurboJPEG", "CZlib", deques],
    isHot: true),
  .module("Graphics", ["Localization", "CGLES", "CGLFW"]),
  .target(
    name: "Shaders", dependencies: ["Graphics", "Localization"], path: "Shaders",
    resources: shaders.map { .embedInCode($0) }, swiftSettings: optimized),
  .module("Registration", ["Frames"], isHot: true),
  .module("Luma", ["Frames", "Registration", "Graphics", "Localization", "Shaders"], isHot: true),
  .module("Light", ["Frames"], isHot: true),
  .module("Morse", ["Frames", "Localization"], isHot: true),
  .module(
    "Torch",
    [
      "Frames", "Localization", "Morse", "CEvents", "CALSA",
      .target(name: "COpenSSL", condition: .when(traits: ["TLS"])),
    ] + sockets),
  .module("Typesetting", ["Localization", "CPango"]),
  .module("Monitor", ["Frames", "Capture", "Localization", "Luma", "Light", "Morse", toml]),
  .module(
    "Interface",
    [
      "Monitor", "Frames", "Capture", "Localization", "Luma", "Morse", "Graphics", "Shaders", "Typesetting",
      "CImGui",
    ]),
  .module(
    "Application",
    [
      "Frames", "Capture", "Graphics", "Localization", "Luma", "Light", "Morse", "Torch", "Typesetting",
      "Monitor", "Interface", "Shaders", subprocess,
    ]),
  .module("Allocations", ["CAllocations"]),
  .module(
    "Benchmarks",
    [
      "Allocations", "Frames", "Capture", "Graphics", "Luma", "Light", "Morse", "Monitor", "Interface",
      "Shaders",
    ]),
  .executableTarget(
    name: "aldis",
    dependencies: [
      "Application", "Benchmarks", "Frames", "Capture", "Graphics", "Localization", "Luma", "Light", "Morse",
      "Torch", "Typesetting", "Monitor", "Interface", "Shaders", argumentParser,
    ],
    swiftSettings: optimized + incremental),
]

/// What other packages use. These and what they import need no C library and no other package, and are compiled without
/// ``incremental``, whose flags cause warnings.
let facades: [Target] = [
  .target(name: "AldisLight", dependencies: ["Frames", "Light"], swiftSettings: checked),
  .target(name: "AldisMorse", dependencies: ["Frames", "Morse"], swiftSettings: checked),
]

/// What tests and measurements share, and the programs that measure.
let instruments: [Target] = [
  .module("Shell", path: "Tests/Shell"),
  .module("Filming", ["Frames", "Morse"], path: "Tests/Filming"),
  .executableTarget(
    name: "evaluation",
    dependencies: [
      "Capture", "Filming", "Frames", "Light", "Luma", "Monitor", "Morse", "Shell", argumentParser,
    ],
    path: "Tests/Evaluation", exclude: ["Peers"], swiftSettings: optimized),
  .executableTarget(
    name: "comparison", dependencies: ["Capture", "Frames", "Graphics", "Luma", "Shell", argumentParser],
    path: "Tests/Comparison", exclude: ["Peers"],
    resources: ["average.vert", "average.frag", "luminance.frag"].map { .embedInCode("Shaders/\($0)") },
    swiftSettings: optimized),
]

/// A target that holds a value of `Light` or `Morse`, even inside a value of another module, is compiled with its layout. It is
/// compiled again when the layout changes only if it depends on that module directly.
let tests: [Target] = [
  .tests(of: "Filming", ["Morse"]),
  .tests(of: "evaluation", ["Capture", "Filming", "Light", "Morse"]),
  .tests(of: "comparison", ["Graphics"]),
  .tests(of: "Localization", ["Shell"]),
  .tests(of: "Frames"),
  .tests(of: "Capture", ["Frames", "CTurboJPEG", "CFFmpeg", "Shell"]),
  .tests(of: "Graphics", ["Shell"]),
  .tests(of: "Registration", ["Frames"], isHot: true),
  .tests(of: "Luma", ["Allocations", "Frames", "Graphics", "Shaders"], isHot: true),
  .tests(of: "Light", ["Frames"], isHot: true),
  .tests(of: "Morse", ["Filming", "Frames"]),
  .tests(of: "AldisLight", ["AldisMorse", "Light"], isHot: true),
  .tests(of: "AldisMorse", ["Morse"]),
  .tests(of: "Torch", ["Frames", "Morse", "Shell"]),
  .tests(of: "Typesetting"),
  .tests(of: "Monitor", ["Capture", "Filming", "Frames", "Light", "Luma", "Morse"]),
  .tests(of: "Interface", ["CPango", "Light", "Torch"]),
  .tests(of: "Benchmarks", ["Allocations", "Frames", "Graphics", "Luma"]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "aldis", "Application", "Capture", "Frames", "Graphics", "Interface", "Monitor", "Morse", "Torch",
      "Typesetting", "Filming", "Shell",
    ],
    swiftSettings: unoptimized),
]

/// Those of `targets` that `ALDIS_TARGETS` names, and what they need; without it all of them. `swift test` knows no other way to
/// leave tests, and all that they need, unbuilt.
func wanted(_ targets: [Target]) -> [Target] {
  guard let names = environment["ALDIS_TARGETS"] else { return targets }
  var wanted = Set(names.split(separator: " ").map(String.init))
  let unknown = wanted.subtracting(targets.map(\.name))
  precondition(unknown.isEmpty, "ALDIS_TARGETS names what is no target: \(unknown.sorted())")
  for target in targets.reversed() where wanted.contains(target.name) {
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): wanted.insert(name)
      default: break
      }
    }
  }
  return targets.filter { wanted.contains($0.name) }
}

let targets = wanted(libraries + modules + facades + instruments + tests)

let package = Package(
  name: "Aldis",
  // SwiftPM makes a product of the program by itself, but only where it is built. As a product for other packages it would have
  // them fetch all that it needs.
  products: facades.map(\.name).filter { name in targets.contains { $0.name == name } }
    .map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(name: "TLS", description: "Remote lights that are protected by TLS (needs OpenSSL)."),
    .default(enabledTraits: ["TLS"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
