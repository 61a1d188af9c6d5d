// swift-tools-version:6.2
import Foundation
import PackageDescription

// A warning is an error where changes are checked, not where people build: a newer compiler may know
// more warnings than this code has met.
let checked: [SwiftSetting] =
  ProcessInfo.processInfo.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

extension Target {
  /// One room of the house: a Swift module in a folder of its name.
  ///
  /// - Parameter optimized: Whether it is optimized in debug builds as well: tests read hours of light.
  static func room(_ name: String, _ dependencies: [Dependency] = [], optimized: Bool = false) -> Target {
    let speed: [SwiftSetting] = optimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
    return .target(name: name, dependencies: dependencies, swiftSettings: checked + speed)
  }

  static func tests(of name: String, _ dependencies: [Dependency] = []) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
      swiftSettings: checked)
  }
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let sockets: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOTLS", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let certificates: [Target.Dependency] = [
  .product(name: "X509", package: "swift-certificates"),
  .product(name: "SwiftASN1", package: "swift-asn1"),
  .product(name: "Crypto", package: "swift-crypto"),
]
let deques = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

/// GLSL ES 1.00, embedded in the program.
let shaders = [
  "precision.glsl", "tile.vert", "tile.frag", "baseline.frag", "rise.frag",
  "luma-plane.glsl", "luma-yuyv.glsl", "luma-uyvy.glsl", "luma-rgb.glsl", "luma-bgr.glsl",
  "ycbcr.glsl", "colour-grey.glsl", "colour-yuyv.glsl", "colour-uyvy.glsl", "colour-semiplanar.glsl",
  "colour-planar.glsl", "colour-rgb.glsl", "colour-bgr.glsl",
  "shade.glsl", "sample-sharp.glsl", "sample-smooth.glsl", "sample-smooth-rgb.glsl",
  "preview.vert", "preview.frag", "target-view.frag",
  "interface.vert", "interface-shape.frag", "interface-text.frag", "interface-controls.frag",
]

let package = Package(
  name: "Aldis",
  products: [.executable(name: "aldis", targets: ["aldis"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // C libraries: Debian's packages, named by Scripts/packages.
    .systemLibrary(
      name: "CGLES", pkgConfig: "glesv2 egl", providers: [.apt(["libgles-dev", "libegl-dev"])]),
    .systemLibrary(name: "CGLFW", pkgConfig: "glfw3", providers: [.apt(["libglfw3-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"])
      ]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CEvents"),
    .target(name: "CVideo4Linux"),
    .target(name: "CAllocations"),
    .target(name: "CImGui", linkerSettings: [.linkedLibrary("imgui"), .linkedLibrary("stb")]),

    // The flow of the program, in order.
    .room("Frames"),
    .room("Capture", ["Frames", "CVideo4Linux", "CFFmpeg", "CTurboJPEG", "CZlib", deques]),
    .room("Graphics", ["CGLES", "CGLFW"]),
    .target(
      name: "Shaders", dependencies: ["Graphics"], path: "Shaders",
      resources: shaders.map { .embedInCode($0) }, swiftSettings: checked),
    .room("Luma", ["Frames", "Graphics", "Shaders", "CAllocations"]),
    .room("Light", ["Frames"]),
    .room("Morse", ["Frames", "Light"], optimized: true),
    .room("Torch", ["Morse", "CEvents", "CALSA"] + sockets + certificates),
    .room("Typesetting", ["CPango"]),
    .room(
      "Monitor",
      ["Frames", "Capture", "Luma", "Light", "Morse", .product(name: "TOMLKit", package: "TOMLKit")]),
    .room(
      "Interface",
      [
        "Monitor", "Frames", "Capture", "Luma", "Light", "Morse", "Torch", "Graphics", "Shaders",
        "Typesetting",
        "CImGui",
      ]),
    .executableTarget(
      name: "aldis",
      dependencies: [
        "Frames", "Capture", "Graphics", "Luma", "Light", "Morse", "Torch", "Typesetting", "Monitor",
        "Interface", "Shaders", argumentParser,
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: checked),

    .target(name: "Shell", path: "Tests/Shell", swiftSettings: checked),
    .target(
      name: "Filming", dependencies: ["Frames", "Light", "Morse"], path: "Tests/Filming",
      swiftSettings: checked),
    .executableTarget(
      name: "evaluation",
      dependencies: [
        "Capture", "Filming", "Frames", "Light", "Luma", "Monitor", "Morse", "Shell", argumentParser,
      ],
      path: "Tests/Evaluation", exclude: ["Peers"], swiftSettings: checked),
    .executableTarget(
      name: "comparison", dependencies: ["Capture", "Frames", "Graphics", "Luma", "Shell", argumentParser],
      path: "Tests/Comparison", exclude: ["Peers"],
      resources: ["average.vert", "average.frag", "luminance.frag"].map { .embedInCode("Shaders/\($0)") },
      swiftSettings: checked),
    .tests(of: "Filming", ["Morse"]),
    .testTarget(
      name: "EvaluationTests", dependencies: ["Capture", "evaluation", "Filming", "Morse"],
      swiftSettings: checked),
    .testTarget(name: "ComparisonTests", dependencies: ["comparison", "Graphics"], swiftSettings: checked),
    .tests(of: "Frames"),
    .tests(of: "Capture", ["Frames", "CTurboJPEG", "CFFmpeg", "Shell"]),
    .tests(of: "Graphics", ["Shell"]),
    .tests(of: "Luma", ["Frames", "Graphics", "Shaders"]),
    .tests(of: "Light"),
    .tests(of: "Morse", ["Filming", "Light"]),
    .tests(of: "Torch", ["Frames", "Morse", "Shell"]),
    .tests(of: "Typesetting"),
    .tests(of: "Monitor", ["Capture", "Filming", "Frames", "Light", "Luma", "Morse"]),
    .tests(of: "Interface", ["CPango"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "aldis", "Capture", "Graphics", "Interface", "Monitor", "Morse", "Typesetting", "Filming", "Shell",
      ],
      swiftSettings: checked),
  ],
  swiftLanguageModes: [.v6]
)
