// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of the project is held to the same rules: Swift 6 language mode, no warnings.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // For types that borrow bytes and cannot outlive them (`ByteCursor`).
  .enableExperimentalFeature("Lifetimes"),
]

/// For loops over pixels: unoptimised they are a hundred times slower, and so would be the tests.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// What tests call is optimised, most tests themselves are not: to build them would take twice as long.
let unoptimised = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A format, or a transform that needs a library: a folder under `Sources/Plugins`, and one of tests under `Tests`.
struct Plugin {
  let target: Target
  let tests: Target

  /// - Parameters:
  ///   - models: what its readers make and its writers take.
  ///   - libraries: what else it uses.
  ///   - testing: what its tests use beside that.
  ///   - exclude: documents in its folder, beside its `README.md`.
  init(
    _ name: String, models: [String] = ["PictureModel"], libraries: [String] = [],
    testing: [String] = [], exclude: [String] = [], settings: [SwiftSetting] = strict,
    testSettings: [SwiftSetting] = unoptimised
  ) {
    let uses = (["ConverterCore"] + models + libraries).map { Target.Dependency(stringLiteral: $0) }
    let further = (["\(name)Plugin"] + testing).map { Target.Dependency(stringLiteral: $0) }
    target = .target(
      name: "\(name)Plugin", dependencies: uses + [system], path: "Sources/Plugins/\(name)",
      exclude: ["README.md"] + exclude, swiftSettings: settings)
    tests = .testTarget(
      name: "\(name)PluginTests", dependencies: uses + further + ["TestSupport", system],
      path: "Tests/\(name)PluginTests", swiftSettings: testSettings)
  }
}

/// A model is one folder under `Sources/Models`.
func model(
  _ name: String, libraries: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: "\(name)Model", dependencies: ["ConverterCore"] + libraries,
    path: "Sources/Models/\(name)", swiftSettings: settings)
}

/// What readers make and writers take.
let models = [
  model("Picture", libraries: ["CVectors"], settings: fast),
  model("Archive", libraries: ["CharacterEncodings"], settings: fast),
  model("Table", settings: fast),
  model("Tree", settings: fast),
  model("RecognizedText"),
  model("PagedDocument", libraries: ["PictureModel"]),
  model(
    "Mailbox",
    libraries: ["TableModel", "MIME", "HTMLText", "Markup", "CharacterEncodings", "CVectors"],
    settings: fast),
]

/// What several plugins share is one folder in a layer under `Sources`: "Codecs/Deflate".
func shared(
  _ path: String, libraries: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: path.split(separator: "/").last.map(String.init) ?? path,
    dependencies: ["ConverterCore"] + libraries, path: "Sources/\(path)", swiftSettings: settings)
}

/// What shows a model on a terminal and for scripts is one folder under `Sources/Viewers`.
func viewer(
  _ name: String, models: [String], libraries: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: "\(name)Viewer",
    dependencies: ["ConverterCore"] + (models + libraries).map { .init(stringLiteral: $0) },
    path: "Sources/Viewers/\(name)", swiftSettings: settings)
}

/// What shows models for people and scripts.
let viewers = [
  viewer("Archive", models: ["ArchiveModel"], settings: fast),
  viewer(
    "Document", models: ["PagedDocumentModel", "PictureModel"], libraries: ["TerminalPictures"]),
  viewer("Mail", models: ["MailboxModel", "TableModel"], libraries: ["MIME", "TableViewer"]),
  viewer("Picture", models: ["PictureModel"], libraries: ["TerminalPictures"]),
  viewer("Table", models: ["TableModel"], settings: fast),
  viewer("Tree", models: ["TreeModel"], settings: fast),
]

/// The plugins in the order in which they are registered: of two that lead to the same, the first one does.
///
/// `scripts/plugins` makes `Sources/BuiltinPlugins/BuiltinPlugins.swift` of this list.
let plugins = [
  Plugin("JPEG", libraries: ["CJPEGShims"]),
  Plugin("PNG", libraries: ["CPNGShims", "Deflate"], testing: ["CPNGReference"], settings: fast),
  Plugin(
    "HEIF", libraries: ["CLibHEIF", "CLibDE265", "CDav1d", "HEVC"], exclude: ["Writing/README.md"]),
  Plugin("JPEG2000", libraries: ["JPEG2000"], settings: fast),
  Plugin(
    "TIFF", libraries: ["CLibTIFF", "TIFFStructure"], testing: ["ColourManagementPlugin"],
    settings: fast),
  Plugin(
    "JPEGXL", libraries: ["CLibJXL"], testing: ["JPEGPlugin", "ColourManagementPlugin"],
    settings: fast),
  Plugin("SVG", libraries: ["CLibRSVG", "CZlib"], settings: fast),
  Plugin("WebP", libraries: ["CLibWebP"], settings: fast),
  Plugin("GIF", libraries: ["CLibGIF"], settings: fast),
  Plugin(
    "BMP", libraries: ["DeviceIndependentBitmaps"], testing: ["JPEGPlugin", "PNGPlugin"],
    settings: fast),
  Plugin("Netpbm", settings: fast),
  Plugin("QOI", settings: fast),
  Plugin("ICO", libraries: ["DeviceIndependentBitmaps"], testing: ["PNGPlugin"]),
  Plugin("CameraRaw", libraries: ["CLibRaw", "TIFFStructure"], testing: ["JPEGPlugin"]),
  Plugin(
    "ZIP", models: ["ArchiveModel"],
    libraries: [
      "CLibDeflate", "CZlib", "CLibBZip2", "CLibLZMA", "CLibZstd", "CLibArchive", "CNettle",
      "Deflate",
    ], exclude: ["Writing/README.md"], testSettings: fast),
  Plugin("LibArchive", models: ["ArchiveModel"], libraries: ["CLibArchive"]),
  Plugin(
    "TNEF", models: ["ArchiveModel"], libraries: ["CharacterEncodings"], testing: ["ZIPPlugin"],
    settings: fast),
  Plugin("Folder", models: ["ArchiveModel"]),
  Plugin(
    "CSV", models: ["TableModel"], libraries: ["CVectors", "CharacterEncodings"],
    testing: ["TableTestSupport"], settings: fast, testSettings: fast),
  Plugin(
    "JSON", models: ["TreeModel"], libraries: ["CVectors", "CharacterEncodings"], testSettings: fast
  ),
  Plugin(
    "TableJSON", models: ["TableModel", "TreeModel"], libraries: ["CVectors"],
    testing: ["CSVPlugin", "TableTestSupport"], settings: fast, testSettings: fast),
  Plugin(
    "XLSX", models: ["TableModel", "ArchiveModel"], libraries: ["Markup"],
    testing: ["ZIPPlugin", "TableTestSupport"]),
  Plugin(
    "SQLite", models: ["TableModel"], libraries: ["SQLiteDatabases"], testing: ["TableTestSupport"]),
  Plugin(
    "HTMLTable", models: ["TableModel"], libraries: ["Markup", "CharacterEncodings"],
    testing: ["TableTestSupport"]),
  Plugin(
    "Markdown", models: ["TableModel"], libraries: ["CharacterEncodings"],
    testing: ["TableTestSupport"]),
  Plugin("FixedWidth", models: ["TableModel"], testing: ["TableTestSupport"]),
  Plugin("YAML", models: ["TreeModel"], libraries: ["CLibYAML"], testing: ["TreeTestSupport"]),
  Plugin("TOML", models: ["TreeModel"], testing: ["TreeTestSupport"]),
  Plugin("PropertyList", models: ["TreeModel"], testing: ["TreeTestSupport"]),
  Plugin(
    "TreeTables", models: ["TableModel", "TreeModel"], libraries: ["CVectors"],
    testing: ["TreeTestSupport", "TableTestSupport"]),
  // Before words and pages, which pictures can become, too: they are of the pages that are found.
  Plugin(
    "PageScan", models: ["PictureModel", "PagedDocumentModel", "RecognizedTextModel"],
    libraries: ["Scanning", "TerminalPictures"]),
  Plugin("PhotoLook", settings: fast),
  // Before pages: their words are what text is wanted of.
  Plugin(
    "Tesseract", models: ["PictureModel", "RecognizedTextModel"],
    libraries: ["CLibTesseract", "Scanning", "WordRecognition"]),
  Plugin(
    "PaddleText", models: ["PictureModel", "RecognizedTextModel"],
    libraries: ["CONNXRuntime", "WordRecognition"], settings: fast),
  Plugin("RecognizedText", models: ["RecognizedTextModel"], libraries: ["Markup"]),
  Plugin(
    "PDF", models: ["PagedDocumentModel", "PictureModel", "RecognizedTextModel"],
    libraries: [
      "PDFObjects", "CLibDeflate", "CZlib", "CJPEGShims", "JPEG2000", "ExternalTools", "Deflate",
      "Markup", "Scanning",
    ], testing: ["JPEGPlugin", "PNGPlugin", "JPEG2000Plugin"], settings: fast),
  Plugin(
    "Mail", models: ["MailboxModel", "ArchiveModel", "TableModel"],
    libraries: ["MIME", "HTMLText", "SQLiteDatabases", "CNettle"],
    testing: ["MailViewer"], settings: fast,
    testSettings: fast),
  Plugin("ColourManagement", libraries: ["CLittleCMS"]),
  Plugin("Magic", models: [], libraries: ["CLibMagic"]),
]

/// C that Swift cannot call directly; each folder's header says why it exists.
func cLibrary(
  _ name: String, links: [String] = [], dependencies: [String] = [], flags: [String] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Sources/CLibraries/\(name)",
    cSettings: [.unsafeFlags(["-O2"] + flags)],
    linkerSettings: links.map { .linkedLibrary($0) })
}

/// A test target is one folder under `Tests`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = unoptimised
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
    swiftSettings: settings)
}

extension Product {
  /// What other packages may use.
  static func library(_ name: String) -> Product { .library(name: name, targets: [name]) }
}

let package = Package(
  name: "fairy",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "fairy", targets: ["fairy"]),
    .library("ConverterCore"), .library("BuiltinPlugins"), .library("Scanning"),
    .library("FairyLibrary"),
  ] + (models + viewers + plugins.map(\.target)).map { .library($0.name) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
  ],
  targets: [
    // The core.
    .target(name: "ConverterCore", dependencies: [system], swiftSettings: strict),

    // What several plugins share to read and write coded bytes.
    shared("Codecs/CharacterEncodings", settings: fast),
    shared("Codecs/Deflate", libraries: ["CLibDeflate", "CISAL"], settings: fast),
    shared("Codecs/DeviceIndependentBitmaps", libraries: ["PictureModel"], settings: fast),
    shared("Codecs/ExternalTools", libraries: ["CProcessShims", system]),
    shared("Codecs/HEVC", libraries: ["CHEVC"]),
    shared("Codecs/HTMLText", libraries: ["Markup"]),
    shared("Codecs/JPEG2000", libraries: ["CLibOpenJPEG"], settings: fast),
    shared("Codecs/MIME", libraries: ["CharacterEncodings", "CVectors"], settings: fast),
    shared("Codecs/Markup", libraries: ["CLibXML2"]),
    shared("Codecs/PDFObjects", libraries: ["CLibQPDF", "CLibIDN", system], settings: fast),
    shared("Codecs/SQLiteDatabases", libraries: ["CLibSQLite"], settings: fast),
    shared("Codecs/TIFFStructure", settings: fast),

    // Pages of paper in pictures: found, and what is on them read.
    shared(
      "Paper/Scanning", libraries: ["PictureModel", "CLibLeptonica", "CProcessShims"],
      settings: fast),
    shared(
      "Paper/WordRecognition",
      libraries: ["PictureModel", "RecognizedTextModel", "Scanning"], settings: fast),
    shared("Paper/Barcodes", libraries: ["PictureModel", "CLibZBar"]),

    // Documents on disk, and what was decided about photos.
    .target(
      name: "FairyLibrary",
      dependencies: ["ConverterCore", "PictureModel", "Scanning", "SQLiteDatabases", system],
      path: "Sources/Library", swiftSettings: strict),

    // Photos on the whole of a terminal.
    .target(
      name: "TriageViewer", dependencies: ["ConverterCore", "FairyLibrary", system],
      path: "Sources/Viewers/Triage", swiftSettings: strict),

    shared("Viewers/TerminalPictures", libraries: ["PictureModel", "CLibChafa"], settings: fast),

    // C libraries.
    cLibrary("CJPEGShims", links: ["jpeg"]),
    cLibrary("CPNGShims", links: ["png16", "z"]),
    cLibrary("CLazyLoading"),
    cLibrary("CProcessShims", dependencies: ["CSandbox"]),
    cLibrary("CLibHEIF", dependencies: ["CLazyLoading"]),
    cLibrary("CLibDE265", dependencies: ["CLazyLoading"]),
    cLibrary("CDav1d", dependencies: ["CLazyLoading"]),
    cLibrary("CLittleCMS", dependencies: ["CLazyLoading"]),
    cLibrary("CLibMagic", dependencies: ["CLazyLoading"]),
    cLibrary("CLibDeflate", dependencies: ["CLazyLoading"]),
    cLibrary("CISAL", dependencies: ["CLazyLoading"]),
    cLibrary("CZlib", links: ["z"]),
    cLibrary("CLibBZip2", dependencies: ["CLazyLoading"]),
    cLibrary("CLibLZMA", dependencies: ["CLazyLoading"]),
    cLibrary("CLibZstd", dependencies: ["CLazyLoading"]),
    cLibrary("CNettle", dependencies: ["CLazyLoading"]),
    cLibrary("CLibArchive", links: ["z"], dependencies: ["CLazyLoading"]),
    cLibrary("CLibSQLite", dependencies: ["CLazyLoading"]),
    cLibrary(
      "CLibXML2", dependencies: ["CLazyLoading"], flags: ["-I/usr/include/libxml2"]),
    cLibrary("CLibYAML", dependencies: ["CLazyLoading"]),
    cLibrary("CLibQPDF", dependencies: ["CLazyLoading"]),
    cLibrary("CLibIDN", dependencies: ["CLazyLoading"]),
    cLibrary("CLibOpenJPEG", dependencies: ["CLazyLoading"]),
    cLibrary("CLibJXL", dependencies: ["CLazyLoading"]),
    cLibrary("CLibRaw", dependencies: ["CLazyLoading"]),
    cLibrary("CLibRSVG", dependencies: ["CLazyLoading"]),
    cLibrary("CLibLeptonica", dependencies: ["CLazyLoading"]),
    cLibrary("CLibTesseract", dependencies: ["CLazyLoading"]),
    cLibrary("CLibZBar", dependencies: ["CLazyLoading"]),
    cLibrary("CONNXRuntime"),
    cLibrary("CLibTIFF", dependencies: ["CLazyLoading"]),
    cLibrary("CLibWebP", dependencies: ["CLazyLoading"]),
    cLibrary("CLibGIF", dependencies: ["CLazyLoading"]),
    cLibrary("CLibChafa", dependencies: ["CLazyLoading"]),
    cLibrary("CSandbox"),
    cLibrary("CServing"),
    cLibrary("CVectors"),
    cLibrary("CHEVC"),

    // The worked example of docs/adding-a-plugin.md.
    .target(
      name: "FarbfeldPlugin", dependencies: ["ConverterCore", "PictureModel"],
      path: "Examples/Farbfeld", swiftSettings: strict),
    // A program that takes some of the readers.
    .executableTarget(
      name: "to-png",
      dependencies: ["ConverterCore", "PictureModel", "QOIPlugin", "PNGPlugin", system],
      path: "Examples/ToPNG", swiftSettings: strict),
    // The worked example of docs/scanning.md.
    .executableTarget(
      name: "scan-example",
      dependencies: [
        "ConverterCore", "PictureModel", "Scanning", "JPEGPlugin", "PNGPlugin", system,
      ],
      path: "Examples/ScanSession", swiftSettings: strict),

    // The program.
    .target(
      name: "Runner",
      dependencies: [
        "ConverterCore", "CLazyLoading", "CProcessShims", "CSandbox", "Deflate", system,
      ],
      swiftSettings: strict),
    // The process behind the web view.
    .target(
      name: "Broker",
      dependencies: ["ConverterCore", "Runner", "CServing", "FairyLibrary", system],
      swiftSettings: strict),
    // Every plugin of the list above.
    .target(
      name: "BuiltinPlugins",
      dependencies: ["ConverterCore"] + plugins.map { .init(stringLiteral: $0.target.name) },
      swiftSettings: strict),
    .target(
      name: "FairyCommandLine",
      dependencies: [
        "ConverterCore", "PictureModel", "Runner", "Broker", "BuiltinPlugins", "CProcessShims",
        "CharacterEncodings", "HTMLText", "ArchiveModel", "TableModel", "TreeModel",
        "PagedDocumentModel", "MailboxModel", "RecognizedTextModel", "MailPlugin", "PDFPlugin",
        "PageScanPlugin", "TesseractPlugin", "Scanning", "Barcodes", "FairyLibrary",
        "ArchiveViewer", "DocumentViewer", "MailViewer", "PictureViewer", "TableViewer",
        "TreeViewer", "TriageViewer", "TerminalPictures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), system,
      ],
      swiftSettings: strict),
    // The program has all of Swift in it. Tests use what it is made of, as they cannot be linked so.
    .executableTarget(
      name: "fairy", dependencies: ["FairyCommandLine"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims",
            // Nothing looks for its symbols, and libc walks through them at every start.
            "-Xlinker", "--no-export-dynamic",
          ],
          .when(platforms: [.linux]))
      ]),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: ["ConverterCore", "PictureModel", "BuiltinPlugins", system],
      path: "Tests/TestSupport", swiftSettings: fast),
    .executableTarget(
      name: "fixture-maker",
      dependencies: ["ConverterCore", "PictureModel", "BuiltinPlugins", "TestSupport", system],
      path: "fixtures/Maker", swiftSettings: strict),
    // Photos of pages whose corners are known, and how well they are found.
    .executableTarget(
      name: "page-photos",
      dependencies: [
        "ConverterCore", "PictureModel", "Scanning", "TestSupport", "JPEGPlugin", "PNGPlugin",
        system,
      ],
      path: "Benchmarks/PagePhotos", swiftSettings: strict),
    .target(
      name: "FuzzParsers",
      dependencies: [
        "ConverterCore", "ArchiveModel", "PictureModel", "TableModel", "TreeModel",
        "PagedDocumentModel", "MailboxModel", "RecognizedTextModel", "Runner", "BuiltinPlugins",
        "CSVPlugin", "JPEGPlugin", "JSONPlugin", "LibArchivePlugin",
        "MailPlugin", "MarkdownPlugin", "PDFPlugin", "PageScanPlugin", "TNEFPlugin",
        "TableJSONPlugin", "TreeTablesPlugin", "ZIPPlugin", "CharacterEncodings",
        "HEVC", "HTMLText", "MIME", "CVectors", "Deflate", "Scanning", "ArchiveViewer",
        "PictureViewer", "TreeViewer", system,
      ],
      path: "Fuzz/Parsers", swiftSettings: strict),
    .target(
      name: "FuzzMutators", dependencies: ["CHEVCStreams"], path: "Fuzz/Mutators",
      swiftSettings: strict),
    tests(
      "FairyTests",
      [
        "FairyCommandLine", "ConverterCore", "FairyLibrary", "PictureModel", "TableModel",
        "TriageViewer",
        "Runner", system,
      ]),
    tests(
      "PluginContractTests",
      [
        "ConverterCore", "PictureModel", "FarbfeldPlugin", "FuzzParsers", "BuiltinPlugins",
        "to-png",
        "JPEGPlugin", "PNGPlugin",
        "HEIFPlugin", "ColourManagementPlugin", "MagicPlugin", "LibArchivePlugin", system,
      ]),
    tests(
      "ScanningTests",
      [
        "Scanning", "PictureModel", "ConverterCore", "JPEGPlugin", "PNGPlugin", "scan-example",
        system,
      ], settings: fast),
    tests("BarcodesTests", ["Barcodes", "PictureModel", "ConverterCore"]),
    tests("FuzzMutatorTests", ["FuzzMutators"]),
    // A worker whose decoder crashes, hangs and grows as its input says.
    .executableTarget(
      name: "misbehaving-worker",
      dependencies: ["ConverterCore", "CProcessShims", "ExternalTools", "Runner", system],
      path: "Tests/MisbehavingWorker", swiftSettings: strict),
    // The rule that nothing is lost in silence, over all formats and all that files may have.
    tests(
      "LedgerTests",
      [
        "FairyCommandLine", "ConverterCore", "PictureModel", "ArchiveModel", "BuiltinPlugins",
        system,
      ]),
    tests("ConverterCoreTests", ["ConverterCore", system]),
    // libpng's own reading of a file, which the plugin's must equal.
    .target(
      name: "CPNGReference", path: "Tests/CPNGReference",
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z")]),
    // Makes streams of every kind that the decoder knows.
    .target(
      name: "CHEVCStreams", dependencies: ["CHEVC"], path: "Tests/CHEVCStreams",
      cSettings: [.unsafeFlags(["-O1"])]),
    tests(
      "HEVCTests", ["HEVC", "HEIFPlugin", "ConverterCore", "CLibDE265", "CHEVCStreams"],
      settings: fast),
    tests("PictureTests", ["PictureModel", "PictureViewer", "TerminalPictures"], settings: fast),
    tests("TableTests", ["TableModel", "TableViewer", "ConverterCore"], settings: fast),
    tests("TableScreenTests", ["TableModel", "TableViewer", "ConverterCore"], settings: fast),
    tests("VectorTests", ["CVectors"], settings: fast),
    tests(
      "CharacterEncodingsTests", ["CharacterEncodings", "ConverterCore"], settings: fast),
    tests("ArchiveTests", ["ArchiveModel", "ArchiveViewer", "ConverterCore"], settings: fast),
    tests("TreeScreenTests", ["TreeModel", "TreeViewer", "ConverterCore"]),
    // Tables in memory, and all that comes of a table, for the tests of formats.
    .target(
      name: "TableTestSupport", dependencies: ["ConverterCore", "TableModel"],
      path: "Tests/TableTestSupport", swiftSettings: strict),
    // Prints and reads trees as JSON, for the tests of other formats.
    .target(
      name: "TreeTestSupport", dependencies: ["ConverterCore", "TreeModel"],
      path: "Tests/TreeTestSupport", swiftSettings: strict),
    tests("TreeTests", ["ConverterCore", "TreeModel", "TreeTestSupport"]),
    // Pages that are made without looking at pictures, for tests of the library.
    .target(
      name: "LibraryTestSupport",
      dependencies: ["ConverterCore", "Scanning", "FairyLibrary", system],
      path: "Tests/LibraryTestSupport", swiftSettings: strict),
    // Changes documents until it is killed.
    .executableTarget(
      name: "library-changer",
      dependencies: ["ConverterCore", "Scanning", "FairyLibrary", "LibraryTestSupport", system],
      path: "Tests/LibraryChanger", swiftSettings: strict),
    tests(
      "FairyLibraryTests",
      [
        "ConverterCore", "Scanning", "FairyLibrary", "LibraryTestSupport", "SQLiteDatabases",
        "library-changer", system,
      ]),
    tests(
      "TriageScreenTests", ["ConverterCore", "FairyLibrary", "TriageViewer", system]),
    tests("DeflateTests", ["Deflate", "ConverterCore"], settings: fast),
    tests("MarkupTests", ["Markup", "ConverterCore"]),
    tests("HTMLTextTests", ["HTMLText", "ConverterCore"]),
    tests("MIMETests", ["MIME", "CharacterEncodings", "ConverterCore"]),
    // Enters a sandbox and tries to get out.
    .target(name: "CSandboxEscapes", path: "Tests/CSandboxEscapes"),
    // A program as workers have them started, which tries to get out.
    .executableTarget(
      name: "program-probe", dependencies: ["CSandboxEscapes"], path: "Tests/ProgramProbe",
      linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
    .executableTarget(
      name: "sandbox-probe",
      dependencies: [
        "ConverterCore", "PictureModel", "ArchiveModel", "Runner", "JPEGPlugin", "PNGPlugin",
        "HEIFPlugin", "ColourManagementPlugin", "MagicPlugin", "LibArchivePlugin", "CLazyLoading",
        "CSandboxEscapes", system,
      ],
      path: "Tests/SandboxProbe", swiftSettings: strict),
    tests(
      "RunnerTests",
      [
        "ConverterCore", "MailboxModel", "PictureModel", "TableModel", "Runner", "FairyCommandLine",
        "sandbox-probe", "program-probe", "misbehaving-worker", system,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

package.targets += models + viewers + plugins.flatMap { [$0.target, $0.tests] }

/// The web view is built where it is asked for, by scripts/fairy serve and scripts/test --web: it has packages of its own,
/// which nobody else has to fetch.
if Context.environment["FAIRY_WEB"] != nil {
  package.dependencies += [
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1"),
      traits: []),
    .package(
      url: "https://github.com/hummingbird-project/swift-mustache", .upToNextMinor(from: "2.1.1")),
  ]
  package.products.append(.executable(name: "fairy-web", targets: ["fairy-web"]))
  package.targets += [
    // For a phone nearby, which only speaks TLS.
    cLibrary("CGnuTLS", dependencies: ["CLazyLoading"]),
    cLibrary("CWebResources", flags: ["-std=c23"]),
    .target(
      name: "FairyWeb",
      dependencies: [
        "ConverterCore", "Runner", "Broker", "FairyLibrary", "Scanning", "CProcessShims", "CNettle",
        "CGnuTLS", "CWebResources", system,
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      path: "Sources/Web",
      exclude: ["Resources"],
      swiftSettings: strict),
    .executableTarget(
      name: "fairy-web", dependencies: ["FairyWeb"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCollections",
            "-l_FoundationCShims", "-Xlinker", "--no-export-dynamic",
          ],
          .when(platforms: [.linux]))
      ]),
    .testTarget(
      name: "FairyWebTests",
      dependencies: [
        "FairyWeb", "Barcodes", "Broker", "ConverterCore", "FairyLibrary", "PictureModel", "Runner",
        system,
      ],
      path: "Tests/FairyWebTests", swiftSettings: unoptimised),
  ]
}

/// In all targets of the program and the examples every expression that the compiler cannot check says so
/// (docs/decisions/0051-strict-memory-safety.md).
for target in package.targets
where ["Sources/", "Examples/"].contains(where: { target.path?.hasPrefix($0) ?? true }) {
  target.swiftSettings?.append(.strictMemorySafety())
}

// `scripts/fuzz` alone builds this target: it needs flags for the whole build.
if Context.environment["FAIRY_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "FuzzMutators", "FuzzParsers"], path: "Fuzz/Fuzz",
      swiftSettings: strict),
  ]
}
