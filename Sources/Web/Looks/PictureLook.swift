import ConverterCore
import SystemPackage

/// A picture that fills the page, and those beside it in its folder.
struct PictureLook {
  let look: Look

  /// Of a picture of several, such as a TIFF from a scanner.
  private static let mostPages = 200

  func values(_ facts: JSONValue) async throws -> [String: Any] {
    let picture = facts["picture"] ?? .null
    var values: [String: Any] = [
      "src": "/files/\(look.id)/picture/\(try await look.key())", "t": look.words.texts,
      "name": look.input.shownName,
    ]
    if let width = picture["width"]?.int, let height = picture["height"]?.int {
      let scale = min(1, Double(FileRoutes.screenSide) / Double(max(width, height, 1)))
      values["width"] = Int((Double(width) * scale).rounded())
      values["height"] = Int((Double(height) * scale).rounded())
    }
    if let count = picture["pages"]?.int, count > 1, let source = values["src"] as? String {
      values["further"] = (2...min(count, Self.mostPages)).map { number in
        [
          "src": "\(source)?page=\(number)", "number": "\(number)",
          "label": look.words.text("page_label", ["number": "\(number)"]),
        ]
      }
    }
    values.merge(try await neighbours()) { $1 }
    return ["picture": values, "scripts": ["picture.js"]]
  }

  /// The addresses of the pictures before and behind it.
  func neighbours() async throws -> [String: Any] {
    guard case .file(let path) = look.input, path.bytes.first != UInt8(ascii: ".") else {
      return [:]
    }
    let answer = try await look.routes.broker.ask(
      [.init("broker", .string("beside"))] + path.members("file"))
    var values: [String: Any] = [:]
    for way in ["previous", "next"] {
      let beside = answer.json["answer"]
      guard
        let name = beside?["\(way)Hex"]?.text.flatMap({ FilePath(hexadecimal: $0) })
          ?? beside?[way]?.text.map({ FilePath($0) })
      else { continue }
      let neighbour = path.removingLastComponent().pushing(name)
      values[way] = [
        "href": "/files/\(look.routes.names.identifier(of: neighbour))", "name": name.lossyText,
      ]
    }
    return values
  }
}
