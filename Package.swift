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

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A plugin is one folder under `Sources/Plugins` and one line in `targets` below.
func plugin(
  _ name: String, models: [String] = ["PictureModel"], libraries: [String] = [],
  products: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: "\(name)Plugin",
    dependencies: ["ConverterCore"] + (models + libraries).map { .init(stringLiteral: $0) }
      + products,
    path: "Sources/Plugins/\(name)",
    exclude: ["README.md"] + exclude,
    swiftSettings: settings)
}

/// The plugins of formats of pictures.
let pictureFormats: [Target.Dependency] = [
  "JPEGPlugin", "PNGPlugin", "HEIFPlugin", "JPEG2000Plugin", "TIFFPlugin", "JPEGXLPlugin",
  "SVGPlugin", "WebPPlugin", "GIFPlugin", "BMPPlugin", "NetpbmPlugin", "QOIPlugin", "ICOPlugin",
  "CameraRawPlugin",
]

/// A model is one folder under `Sources/Models`.
func model(
  _ name: String, libraries: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: "\(name)Model", dependencies: ["ConverterCore"] + libraries,
    path: "Sources/Models/\(name)", swiftSettings: settings)
}

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

/// What tests call is optimised, most tests themselves are not: to build them would take twice as long.
let unoptimised = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A test target is one folder under `Tests`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = unoptimised
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
    swiftSettings: settings)
}

let package = Package(
  name: "fairy",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "fairy", targets: ["fairy"]),
    .library(name: "ConverterCore", targets: ["ConverterCore"]),
    .library(name: "PictureModel", targets: ["PictureModel"]),
    .library(name: "Scanning", targets: ["Scanning"]),
    .library(name: "JPEGPlugin", targets: ["JPEGPlugin"]),
    .library(name: "PNGPlugin", targets: ["PNGPlugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // The core.
    .target(name: "ConverterCore", dependencies: [system], swiftSettings: strict),

    // What models and plugins share.
    .target(
      name: "ExternalTools", dependencies: ["ConverterCore", "CProcessShims", system],
      swiftSettings: strict),
    .target(name: "CharacterEncodings", dependencies: ["ConverterCore"], swiftSettings: fast),
    .target(
      name: "TerminalPictures", dependencies: ["ConverterCore", "CLibChafa"],
      swiftSettings: strict),
    .target(name: "Markup", dependencies: ["ConverterCore", "CLibXML2"], swiftSettings: strict),
    .target(name: "HTMLText", dependencies: ["ConverterCore", "Markup"], swiftSettings: strict),
    .target(
      name: "MIME", dependencies: ["ConverterCore", "CharacterEncodings", "CVectors"],
      swiftSettings: fast),
    .target(
      name: "SQLiteDatabases", dependencies: ["ConverterCore", "CLibSQLite"], swiftSettings: fast),

    .target(
      name: "Deflate", dependencies: ["ConverterCore", "CLibDeflate", "CISAL"],
      swiftSettings: fast),
    .target(
      name: "JPEG2000", dependencies: ["ConverterCore", "CLibOpenJPEG"], swiftSettings: fast),
    .target(name: "HEVC", dependencies: ["ConverterCore", "CHEVC"], swiftSettings: strict),

    .target(
      name: "Scanning",
      dependencies: ["ConverterCore", "PictureModel", "CLibLeptonica", "CProcessShims"],
      swiftSettings: fast),
    .target(
      name: "WordRecognition",
      dependencies: ["ConverterCore", "PictureModel", "RecognizedTextModel", "Scanning"],
      swiftSettings: fast),
    .target(
      name: "Barcodes", dependencies: ["ConverterCore", "PictureModel", "CLibZBar"],
      swiftSettings: strict),
    .target(name: "TIFFStructure", dependencies: ["ConverterCore"], swiftSettings: fast),
    .target(
      name: "DeviceIndependentBitmaps", dependencies: ["ConverterCore", "PictureModel"],
      swiftSettings: fast),

    // Models.
    model("Picture", libraries: ["CVectors", "TerminalPictures"], settings: fast),
    model("Archive", libraries: ["CharacterEncodings"], settings: fast),
    model("Table", settings: fast),
    model("Tree", settings: fast),
    model("RecognizedText"),
    model("PagedDocument", libraries: ["PictureModel"]),
    model(
      "Mailbox",
      libraries: ["TableModel", "MIME", "HTMLText", "Markup", "CharacterEncodings", "CVectors"],
      settings: fast),

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
    cLibrary("CVectors"),
    cLibrary("CHEVC"),

    // Plugins.
    plugin("JPEG", libraries: ["CJPEGShims"]),
    plugin("PNG", libraries: ["CPNGShims", "Deflate"], settings: fast),
    plugin(
      "HEIF", libraries: ["CLibHEIF", "CLibDE265", "CDav1d", "HEVC"],
      exclude: ["Writing/README.md"]),
    plugin("JPEG2000", libraries: ["JPEG2000"], settings: fast),
    plugin("TIFF", libraries: ["CLibTIFF", "TIFFStructure"], settings: fast),
    plugin("JPEGXL", libraries: ["CLibJXL"], settings: fast),
    plugin("SVG", libraries: ["CLibRSVG", "CZlib"], settings: fast),
    plugin("WebP", libraries: ["CLibWebP"], settings: fast),
    plugin("GIF", libraries: ["CLibGIF"], settings: fast),
    plugin("Netpbm", settings: fast),
    plugin("QOI", settings: fast),
    plugin("ICO", libraries: ["DeviceIndependentBitmaps"]),
    plugin("BMP", libraries: ["DeviceIndependentBitmaps"], settings: fast),
    plugin("CameraRaw", libraries: ["CLibRaw", "TIFFStructure"]),
    plugin(
      "Tesseract", models: ["PictureModel", "RecognizedTextModel"],
      libraries: ["CLibTesseract", "Scanning", "WordRecognition"], products: [system]),
    plugin(
      "PaddleText", models: ["PictureModel", "RecognizedTextModel"],
      libraries: ["CONNXRuntime", "WordRecognition"], settings: fast),
    plugin(
      "PageScan", models: ["PictureModel", "PagedDocumentModel", "RecognizedTextModel"],
      libraries: ["Scanning"]),
    plugin("RecognizedText", models: ["RecognizedTextModel"], libraries: ["Markup"]),
    plugin("ColourManagement", libraries: ["CLittleCMS"]),
    plugin("Magic", models: [], libraries: ["CLibMagic"]),
    plugin("Folder", models: ["ArchiveModel"], products: [system]),
    plugin(
      "ZIP", models: ["ArchiveModel"],
      libraries: [
        "CLibDeflate", "CZlib", "CLibBZip2", "CLibLZMA", "CLibZstd", "CLibArchive", "CNettle",
        "Deflate",
      ], exclude: ["Writing/README.md"]),
    plugin(
      "Mail", models: ["MailboxModel", "ArchiveModel", "TableModel"],
      libraries: ["MIME", "HTMLText", "SQLiteDatabases", "CVectors", "CNettle"],
      products: [system], settings: fast),
    plugin("LibArchive", models: ["ArchiveModel"], libraries: ["CLibArchive"]),
    plugin(
      "TNEF", models: ["ArchiveModel"], libraries: ["CharacterEncodings"], settings: fast),
    plugin(
      "CSV", models: ["TableModel"], libraries: ["CVectors", "CharacterEncodings"], settings: fast),
    plugin(
      "TableJSON", models: ["TableModel", "TreeModel"], libraries: ["CVectors"], settings: fast),
    plugin("JSON", models: ["TreeModel"], libraries: ["CVectors", "CharacterEncodings"]),
    plugin("Markdown", models: ["TableModel"], libraries: ["CharacterEncodings"]),
    plugin("FixedWidth", models: ["TableModel"]),
    plugin("SQLite", models: ["TableModel"], libraries: ["SQLiteDatabases"], products: [system]),
    plugin(
      "XLSX", models: ["TableModel", "ArchiveModel"], libraries: ["Markup"], products: [system]),
    plugin("TreeTables", models: ["TableModel", "TreeModel"], libraries: ["CVectors"]),
    plugin("YAML", models: ["TreeModel"], libraries: ["CLibYAML"]),
    plugin("TOML", models: ["TreeModel"]),
    plugin("PropertyList", models: ["TreeModel"]),
    plugin(
      "PDF", models: ["PagedDocumentModel", "PictureModel", "RecognizedTextModel"],
      libraries: [
        "CLibQPDF", "CLibIDN", "CLibDeflate", "CZlib", "CJPEGShims", "JPEG2000", "ExternalTools",
        "Deflate", "Markup", "Scanning",
      ],
      products: [system], settings: fast),
    plugin(
      "HTMLTable", models: ["TableModel"], libraries: ["Markup", "CharacterEncodings"],
      products: [system]),

    // The worked example of docs/adding-a-plugin.md.
    .target(
      name: "FarbfeldPlugin", dependencies: ["ConverterCore", "PictureModel"],
      path: "Examples/Farbfeld", swiftSettings: strict),
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
    .executableTarget(
      name: "fairy",
      dependencies: [
        "ConverterCore", "PictureModel", "Runner", "CProcessShims", "CharacterEncodings",
        "HTMLText",
        "ColourManagementPlugin", "FolderPlugin", "ZIPPlugin", "LibArchivePlugin", "MagicPlugin",
        "TNEFPlugin", "CSVPlugin", "TableJSONPlugin",
        "ArchiveModel", "TableModel", "JSONPlugin", "TreeModel", "PagedDocumentModel",
        "MarkdownPlugin", "MailPlugin", "MailboxModel",
        "FixedWidthPlugin", "SQLitePlugin", "TreeTablesPlugin", "YAMLPlugin", "TOMLPlugin",
        "PropertyListPlugin", "XLSXPlugin", "HTMLTablePlugin", "PDFPlugin", "RecognizedTextPlugin",
        "TesseractPlugin", "PaddleTextPlugin", "PageScanPlugin", "Scanning", "RecognizedTextModel",
        "Barcodes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"), system,
      ] + pictureFormats,
      swiftSettings: strict),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["ConverterCore", "PictureModel", system],
      path: "Tests/TestSupport", swiftSettings: fast),
    .executableTarget(
      name: "fixture-maker",
      dependencies: ["ConverterCore", "PictureModel", "TestSupport", system] + pictureFormats,
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
        "ConverterCore", "ArchiveModel", "PictureModel", "Runner", "HEVC", "ZIPPlugin",
        "LibArchivePlugin", "TNEFPlugin", "TableModel", "SQLitePlugin", "TreeModel",
        "TreeTablesPlugin", "YAMLPlugin", "TOMLPlugin", "PropertyListPlugin", "CSVPlugin",
        "TableJSONPlugin", "CharacterEncodings", "JSONPlugin", "MarkdownPlugin", "XLSXPlugin",
        "HTMLTablePlugin", "PDFPlugin", "PagedDocumentModel", "MailPlugin", "MailboxModel",
        "HTMLText", "MIME", "CVectors", "Deflate", "RecognizedTextPlugin", "RecognizedTextModel",
        "PageScanPlugin", "Scanning", system,
      ] + pictureFormats,
      path: "Fuzz/Parsers", swiftSettings: strict),
    .target(
      name: "FuzzMutators", dependencies: ["CHEVCStreams"], path: "Fuzz/Mutators",
      swiftSettings: strict),
    tests(
      "FairyTests", ["fairy", "ConverterCore", "PictureModel", "TableModel", "Runner", system]),
    tests(
      "PluginContractTests",
      [
        "ConverterCore", "PictureModel", "FarbfeldPlugin", "FuzzParsers", "JPEGPlugin", "PNGPlugin",
        "HEIFPlugin", "ColourManagementPlugin", "MagicPlugin", "LibArchivePlugin", system,
      ]),
    tests(
      "ScanningTests",
      [
        "Scanning", "PictureModel", "ConverterCore", "JPEGPlugin", "PNGPlugin", "scan-example",
        system,
      ], settings: fast),
    tests("BarcodesTests", ["Barcodes", "PictureModel", "ConverterCore"]),
    tests(
      "PageScanPluginTests",
      [
        "PageScanPlugin", "Scanning", "PictureModel", "PagedDocumentModel", "RecognizedTextModel",
        "ConverterCore",
      ]),
    tests(
      "TesseractPluginTests",
      [
        "TesseractPlugin", "WordRecognition", "PictureModel", "RecognizedTextModel",
        "ConverterCore",
      ]),
    tests(
      "PaddleTextPluginTests",
      ["PaddleTextPlugin", "PictureModel", "RecognizedTextModel", "ConverterCore"]),
    tests(
      "RecognizedTextPluginTests",
      ["RecognizedTextPlugin", "RecognizedTextModel", "ConverterCore"]),
    tests("FuzzMutatorTests", ["FuzzMutators"]),
    // A worker whose decoder crashes, hangs and grows as its input says.
    .executableTarget(
      name: "misbehaving-worker",
      dependencies: ["ConverterCore", "CProcessShims", "ExternalTools", "Runner", system],
      path: "Tests/MisbehavingWorker", swiftSettings: strict),
    // The rule that nothing is lost in silence, over all formats and all that files may have.
    tests("LedgerTests", ["fairy", "ConverterCore", "PictureModel", "ArchiveModel", system]),
    tests("ConverterCoreTests", ["ConverterCore", system]),
    // libpng's own reading of a file, which the plugin's must equal.
    .target(
      name: "CPNGReference", path: "Tests/CPNGReference",
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z")]),
    tests("PNGPluginTests", ["PNGPlugin", "PictureModel", "ConverterCore", "CPNGReference"]),
    tests("HEIFPluginTests", ["HEIFPlugin", "PictureModel", "ConverterCore", "CLibHEIF"]),
    // Makes streams of every kind that the decoder knows.
    .target(
      name: "CHEVCStreams", dependencies: ["CHEVC"], path: "Tests/CHEVCStreams",
      cSettings: [.unsafeFlags(["-O1"])]),
    tests(
      "HEVCTests", ["HEVC", "HEIFPlugin", "ConverterCore", "CLibDE265", "CHEVCStreams"],
      settings: fast),
    tests(
      "ColourManagementPluginTests", ["ColourManagementPlugin", "PictureModel", "ConverterCore"]),
    tests("JPEGPluginTests", ["ConverterCore", "PictureModel", "JPEGPlugin", system]),
    tests(
      "JPEG2000PluginTests",
      ["ConverterCore", "PictureModel", "JPEG2000", "JPEG2000Plugin", system]),
    tests(
      "TIFFPluginTests",
      [
        "ConverterCore", "PictureModel", "TIFFPlugin", "TIFFStructure", "ColourManagementPlugin",
        system,
      ]),
    tests(
      "JPEGXLPluginTests",
      [
        "ConverterCore", "PictureModel", "JPEGXLPlugin", "JPEGPlugin", "ColourManagementPlugin",
        system,
      ]),
    tests(
      "CameraRawPluginTests",
      ["ConverterCore", "PictureModel", "CameraRawPlugin", "TIFFStructure", "JPEGPlugin"]),
    tests("SVGPluginTests", ["ConverterCore", "PictureModel", "SVGPlugin"]),
    tests("WebPPluginTests", ["ConverterCore", "PictureModel", "WebPPlugin", system]),
    tests("GIFPluginTests", ["ConverterCore", "PictureModel", "GIFPlugin", system]),
    tests(
      "BMPPluginTests",
      [
        "ConverterCore", "PictureModel", "DeviceIndependentBitmaps", "BMPPlugin", "JPEGPlugin",
        "PNGPlugin", system,
      ]),
    tests("NetpbmPluginTests", ["ConverterCore", "PictureModel", "NetpbmPlugin", system]),
    tests("QOIPluginTests", ["ConverterCore", "PictureModel", "QOIPlugin", system]),
    tests(
      "ICOPluginTests",
      [
        "ConverterCore", "PictureModel", "DeviceIndependentBitmaps", "ICOPlugin", "PNGPlugin",
        system,
      ]),
    tests("PictureTests", ["PictureModel"], settings: fast),
    tests("TableTests", ["TableModel", "ConverterCore"], settings: fast),
    tests("TableScreenTests", ["TableModel", "ConverterCore"], settings: fast),
    tests("VectorTests", ["CVectors"], settings: fast),
    tests(
      "CharacterEncodingsTests", ["CharacterEncodings", "ConverterCore"], settings: fast),
    tests(
      "JSONPluginTests", ["JSONPlugin", "TreeModel", "ConverterCore", "CVectors"], settings: fast),
    tests(
      "MailPluginTests",
      [
        "MailPlugin", "MailboxModel", "ArchiveModel", "TableModel", "MIME", "SQLiteDatabases",
        "FolderPlugin", "TNEFPlugin", "CSVPlugin", "ConverterCore", system,
      ],
      settings: fast),
    tests("ArchiveTests", ["ArchiveModel", "ConverterCore"], settings: fast),
    tests("TreeScreenTests", ["TreeModel", "ConverterCore"]),
    // Tables in memory, and all that comes of a table, for the tests of formats.
    .target(
      name: "TableTestSupport", dependencies: ["ConverterCore", "TableModel"],
      path: "Tests/TableTestSupport", swiftSettings: strict),
    tests(
      "MarkdownPluginTests", ["MarkdownPlugin", "TableModel", "ConverterCore", "TableTestSupport"]),
    tests(
      "FixedWidthPluginTests",
      ["FixedWidthPlugin", "TableModel", "ConverterCore", "TableTestSupport"]),
    tests("MagicPluginTests", ["ConverterCore", "MagicPlugin"]),
    tests("FolderPluginTests", ["ConverterCore", "ArchiveModel", "FolderPlugin", system]),
    tests(
      "ZIPPluginTests", ["ZIPPlugin", "ArchiveModel", "ConverterCore", "CZlib", system],
      settings: fast),
    tests("LibArchivePluginTests", ["ConverterCore", "ArchiveModel", "LibArchivePlugin", system]),
    tests(
      "TNEFPluginTests", ["ConverterCore", "ArchiveModel", "TNEFPlugin", "ZIPPlugin", system]),
    tests(
      "CSVPluginTests",
      [
        "ConverterCore", "CharacterEncodings", "TableModel", "CSVPlugin", "TableTestSupport",
        system,
      ], settings: fast),
    tests(
      "TableJSONPluginTests",
      ["ConverterCore", "TableModel", "TableJSONPlugin", "CSVPlugin", "TableTestSupport"],
      settings: fast),
    tests(
      "SQLitePluginTests",
      ["ConverterCore", "TableModel", "SQLitePlugin", "TableTestSupport", system]),
    tests(
      "XLSXPluginTests",
      [
        "ConverterCore", "TableModel", "ArchiveModel", "XLSXPlugin", "ZIPPlugin",
        "TableTestSupport", system,
      ]),
    // Prints and reads trees as JSON, for the tests of other formats.
    .target(
      name: "TreeTestSupport", dependencies: ["ConverterCore", "TreeModel"],
      path: "Tests/TreeTestSupport", swiftSettings: strict),
    tests("TreeTests", ["ConverterCore", "TreeModel", "TreeTestSupport"]),
    tests(
      "TreeTablesPluginTests",
      [
        "ConverterCore", "TreeModel", "TableModel", "TreeTablesPlugin", "TreeTestSupport",
        "TableTestSupport",
      ]),
    tests("YAMLPluginTests", ["ConverterCore", "TreeModel", "YAMLPlugin", "TreeTestSupport"]),
    tests("TOMLPluginTests", ["ConverterCore", "TreeModel", "TOMLPlugin", "TreeTestSupport"]),
    tests(
      "PropertyListPluginTests",
      ["ConverterCore", "TreeModel", "PropertyListPlugin", "TreeTestSupport"]),
    tests(
      "PDFPluginTests",
      [
        "ConverterCore", "PagedDocumentModel", "PictureModel", "RecognizedTextModel", "PDFPlugin",
        "JPEGPlugin",
        "PNGPlugin", "JPEG2000Plugin",
        "Deflate", system,
      ]),
    tests("DeflateTests", ["Deflate", "ConverterCore"], settings: fast),
    tests("MarkupTests", ["Markup", "ConverterCore"]),
    tests("HTMLTextTests", ["HTMLText", "ConverterCore"]),
    tests("MIMETests", ["MIME", "CharacterEncodings", "ConverterCore"]),
    tests(
      "HTMLTablePluginTests",
      ["ConverterCore", "TableModel", "HTMLTablePlugin", "TableTestSupport"]),
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
        "ConverterCore", "MailboxModel", "PictureModel", "TableModel", "Runner", "fairy",
        "sandbox-probe", "program-probe", "misbehaving-worker", system,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// `scripts/fuzz` alone builds this target: it needs flags for the whole build.
if Context.environment["FAIRY_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "FuzzMutators", "FuzzParsers"], path: "Fuzz/Fuzz",
      swiftSettings: strict),
  ]
}
