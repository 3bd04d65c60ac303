import ConverterCore
import SystemPackage

/// What all looks into a file need: the file, and what its address asks for.
struct Look: Sendable {
  let routes: FileRoutes
  let input: FileAddress
  /// Stands for the file in addresses.
  let id: String
  let form: Form
  let words: Words

  /// Of the file, or of the archive that it is in.
  var path: FilePath { input.openedPath ?? "" }

  /// The address of the page of the file, with what it is to show.
  ///
  /// - Parameter fields: those without a value are left out.
  func address(_ fields: (name: String, value: String?)...) -> String {
    let query = fields.compactMap { field in
      field.value.map { "\(field.name)=\(Form.encoded($0))" }
    }
    return "/files/\(id)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// What changes with the content of the file.
  func key() async throws -> String { try await routes.key(of: path) }
}
