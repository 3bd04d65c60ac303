import CLibQPDF
import ConverterCore

/// What the author of an encrypted file lets those do who have no owner's password (ISO 32000-1, table 22).
struct PDFPermissions: OptionSet, Sendable {
  let rawValue: Int

  static let changing = PDFPermissions(rawValue: 1 << 0)
  /// Pages may be put in, taken out and turned.
  static let assembling = PDFPermissions(rawValue: 1 << 1)
  /// Text and pictures may be taken out.
  static let extracting = PDFPermissions(rawValue: 1 << 2)
  static let printing = PDFPermissions(rawValue: 1 << 3)
  /// Prints may be as good as the original.
  static let printingWell = PDFPermissions(rawValue: 1 << 4)
  static let fillingIn = PDFPermissions(rawValue: 1 << 5)
  static let annotating = PDFPermissions(rawValue: 1 << 6)
  static let all = PDFPermissions(rawValue: (1 << 7) - 1)
}

extension PDFFile {
  /// Of a file that is not encrypted: all.
  var permissions: PDFPermissions {
    guard isEncrypted else { return .all }
    var permissions: PDFPermissions = []
    if qpdf_allow_modify_other(data) != 0 { permissions.insert(.changing) }
    if qpdf_allow_modify_assembly(data) != 0 { permissions.insert(.assembling) }
    if qpdf_allow_extract_all(data) != 0 { permissions.insert(.extracting) }
    if qpdf_allow_print_low_res(data) != 0 { permissions.insert(.printing) }
    if qpdf_allow_print_high_res(data) != 0 { permissions.insert(.printingWell) }
    if qpdf_allow_modify_form(data) != 0 { permissions.insert(.fillingIn) }
    if qpdf_allow_modify_annotation(data) != 0 { permissions.insert(.annotating) }
    return permissions
  }

  /// What who gave a password may do: its owner all.
  func permissions(with password: Password?) -> PDFPermissions {
    isEncrypted && isOwner(password) ? .all : permissions
  }

  /// Whether a password that opened the file is the owner's, who may do all.
  ///
  /// One that is the owner's and the user's at once counts as the user's.
  func isOwner(_ password: Password?) -> Bool {
    let given = password?.bytes ?? []
    guard let word = qpdf_get_user_password(data) else { return false }
    // qpdf works the user's out of the owner's, or does not know it; of long ones old files know a part.
    let user = Array(String(cString: word).utf8)
    return user != given && (user.count < 32 || user != Array(given.prefix(user.count)))
  }
}
