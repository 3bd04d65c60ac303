import ConverterCore
import Runner
import SystemPackage

/// Small and screen-sized pictures of files, made by workers and kept in the work folder.
actor Pictures {
  private let broker: BrokerConnection
  /// Where they are, and what the broker calls that.
  private let folder: FilePath
  private static let word = ".work/pictures"
  /// What is being made, by the name of the picture.
  private var making: [String: Task<FilePath, any Error>] = [:]
  private var cache: PictureCache
  private var isPruning = false

  /// Of all pictures together: some ten thousand small ones.
  private static let mostBytes = 512 << 20

  /// - Parameter work: the work folder.
  init(_ broker: BrokerConnection, in work: FilePath) {
    self.broker = broker
    folder = work.appending("pictures")
    cache = PictureCache(in: folder, most: Self.mostBytes)
    Task { await pruneIfNeeded() }
  }

  /// A picture of a file, at most so large.
  ///
  /// - Parameters:
  ///   - input: the file, as the broker knows it.
  ///   - key: changes with the content of the file.
  ///   - side: the longest side in pixels.
  ///   - page: of what has several, from 1; the first where none is named.
  ///   - priority: those of a higher one are made first.
  /// - Returns: a JPEG.
  /// - Throws: `ConversionError`.
  func picture(
    of input: FileAddress, key: String, side: Int, page: Int? = nil, priority: Int
  ) async throws -> FilePath {
    let words = "\(key) \(side) \(page ?? 0)"
    return try await picture(
      named: input.bytes + Array("\0\(words)".utf8), of: Self.request(input, side, page),
      priority: priority)
  }

  /// The picture that a request makes.
  ///
  /// - Parameters:
  ///   - words: the same for the same picture, and for no other.
  ///   - request: without its output.
  ///   - priority: those of a higher one are made first.
  /// - Returns: a JPEG.
  /// - Throws: `ConversionError`.
  func picture(
    named words: [UInt8], of request: [JSONValue.Member], priority: Int
  ) async throws -> FilePath {
    let name = Array(Digest.sha256(words).prefix(16)).hexadecimal + ".jpg"
    let place = folder.appending(name)
    if place.status() != nil {
      cache.use(name)
      return place
    }
    if let begun = making[name] { return try await begun.value }
    let broker = broker
    let members =
      request + [
        .init("output", .string("\(Self.word)/\(name)")), .init("priority", .integer(priority)),
      ]
    let task = Task {
      let result = await broker.result(of: members)
      guard result["status"]?.text == "done" else {
        throw (try? ConversionError(json: result["error"] ?? .null, besides: nil))
          ?? ConversionError(.internalError, "no picture was made")
      }
      return place
    }
    making[name] = task
    defer { making[name] = nil }
    let made = try await task.value
    cache.use(name)
    pruneIfNeeded()
    return made
  }

  /// Removes what was not used for longest, when nobody waits for it.
  private func pruneIfNeeded() {
    guard cache.isTooLarge, !isPruning else { return }
    isPruning = true
    Task {
      cache.prune()
      isPruning = false
    }
  }

  /// Endings of files that are never in CMYK. Browsers know their profiles, and to convert 12 megapixels takes 100 ms.
  private static let neverCMYK: Set<String> = ["heic", "heif", "hif", "avif", "png", "webp"]

  private static func request(
    _ input: FileAddress, _ side: Int, _ page: Int?
  ) -> [JSONValue.Member] {
    let ending = FilePath(input.shownName).extension?.lowercased() ?? ""
    let profile = neverCMYK.contains(ending) ? "keep" : "srgb"
    var options: [JSONValue.Member] = [
      .init("resize", .string("\(side)x\(side)")), .init("quality", .number(0.8)),
      .init("metadata", .string("none")), .init("profile", .string(profile)),
      .init("background", .string("white")), .init("onConflict", .string("overwrite")),
    ]
    // All pages would be as many pictures.
    options.append(.init("pages", .string("\(page ?? 1)")))
    return input.members("input") + [
      .init("to", .string("public.jpeg")), .init("options", .object(options)),
    ]
  }
}
