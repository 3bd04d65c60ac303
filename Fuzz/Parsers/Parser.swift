import BuiltinPlugins
import ConverterCore
import PictureModel
import PictureViewer
import Runner

/// A parser of ours and how arbitrary bytes reach it. Each must end, in bounded memory, with a result
/// or a `ConversionError`.
public struct Parser: Sendable {
  public let name: String
  public let parse: @Sendable ([UInt8]) -> Void

  public static let all = own + ofPlugins

  /// The readers of formats that plugins want fuzzed.
  private static let ofPlugins = builtinPlugins.flatMap { $0.fuzzTargets }.map(reader)

  private static let own: [Parser] = [
    Parser(name: "detection") { bytes in
      let detector = Converter(registry: .builtin).detector
      for name in [nil, "a.csv", "a.json", "a.heic"] {
        _ = try? detector.detect(InputFile(bytes: bytes, name: name))
      }
    },
    Parser(name: "json") { bytes in
      guard let value = try? JSONValue(parsing: bytes) else { return }
      let again = try? JSONValue(parsing: Array(value.description.utf8))
      precondition(again == value, "what is written is read as something else")
    },
    Parser(name: "request") { bytes in
      guard let value = try? JSONValue(parsing: bytes),
        let request = try? Request(json: value, vocabulary: .standard)
      else { return }
      let again = try? Request(json: request.json, vocabulary: .standard)
      precondition(again?.json == request.json, "a request is read as another one")
    },
    Parser(name: "result") { bytes in
      guard let value = try? JSONValue(parsing: bytes),
        let outcome = try? Outcome(json: value, catalog: RequestVocabulary.standard.catalog)
      else { return }
      let line = outcome.json(id: value["id"])
      let again = try? Outcome(json: line, catalog: RequestVocabulary.standard.catalog)
      precondition(again?.json(id: line["id"]) == line, "a result is read as another one")
    },
    .workerMessages,
    .supervisorMessages,
    .supervision,
    .journal,
    Parser(name: "manifest") { bytes in
      let file = InputFile(bytes: bytes)
      guard let whole = try? Manifest(file, vocabulary: .standard) else { return }
      var files = 0
      for shard in ["0/2", "1/2"] {
        guard let shard = try? Shard(parsing: shard),
          var share = try? Manifest(file, shard: shard, vocabulary: .standard)
        else { preconditionFailure("a manifest that can be read can be split") }
        while (try? share.nextLine()) != nil { files += 1 }
      }
      precondition(files == whole.files, "the shards are not the whole")
    },
    .metadata("exif") { $0.exif = $1 },
    .metadata("xmp") { $0.xmp = $1 },
    .metadata("iptc") { $0.iptc = $1 },
    Parser(name: "gainmap") { bytes in
      for gainMap in [
        GainMap(iso: bytes), GainMap(xmp: bytes), GainMap(appleXMP: bytes, exif: nil),
        GainMap(appleXMP: nil, exif: bytes),
      ].compactMap({ $0 }) {
        precondition(GainMap(iso: gainMap.isoMetadata) != nil, "what is written is read")
        precondition(GainMap(xmp: gainMap.xmpPacket) != nil, "what is written is read")
      }
    },
    Parser(name: "icc") { bytes in
      let profile = try? ICCProfile(bytes)
      _ = profile?.name
      _ = profile?.codePoints
    },
    .corners,
    .pageDetector,
    .names,
    .treeScreen,
    .markdown,
    .hevc,
    .jpegRecoding,
    .tree,
    .lenient,
    .zip,
    .zipMethods,
    .tnef,
    .mailPage,
    .calendar,
    .encodings,
    .vectors,
    .deflate,
    .delimited,
    .csv,
    .pdfContent,
    .pdfUses,
    .fax,
    .lzw,
    .runLength,
    .ascii85,
    .pdfPages,
  ]

  /// Metadata through the viewer and every policy.
  private static func metadata(
    _ name: String, _ put: @escaping @Sendable (inout PictureMetadata, [UInt8]) -> Void
  ) -> Parser {
    Parser(name: name) { bytes in
      var facts = PictureFacts(width: 8, height: 8, format: .rgb8, sampleDepth: 8, coding: "")
      facts.storedOrientation = .rotated90
      put(&facts.metadata, bytes)
      let picture = Picture(facts) { _ in BufferSource(PixelBuffer(.rgb8, width: 8, height: 8)) }
      _ = PictureViewer().facts(of: picture, in: ConversionContext(registry: Registry()))
      let capabilities = Picture.Capabilities(
        format: "Test", items: Set(Picture.Capabilities.Item.allCases), alpha: false,
        maximumBitDepth: 8)
      for policy in ConversionOptions.MetadataPolicy.allCases {
        var options = ConversionOptions()
        options.metadata = policy
        _ = try? MetadataTransform().apply(
          to: picture, for: capabilities, options: options,
          in: ConversionContext(registry: Registry()))
      }
    }
  }
}
