import CLibQPDF
import ConverterCore

extension PDFFile {
  /// Of a file that is not encrypted: all.
  package var permissions: PDFPermissions {
    if let partialEncryption { return partialEncryption.permissions }
    guard isEncrypted else { return .all }
    var permissions: PDFPermissions = []
    if unsafe qpdf_allow_modify_other(data) != 0 { permissions.insert(.edit) }
    if unsafe qpdf_allow_modify_assembly(data) != 0 { permissions.insert(.assemble) }
    if unsafe qpdf_allow_extract_all(data) != 0 { permissions.insert(.copy) }
    if unsafe qpdf_allow_print_low_res(data) != 0 { permissions.insert(.printLow) }
    if unsafe qpdf_allow_print_high_res(data) != 0 { permissions.insert(.print) }
    if unsafe qpdf_allow_modify_form(data) != 0 { permissions.insert(.fill) }
    if unsafe qpdf_allow_modify_annotation(data) != 0 { permissions.insert(.annotate) }
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
    guard let word = unsafe qpdf_get_user_password(data) else { return false }
    // qpdf works the user's out of the owner's, or does not know it; of long ones old files know a part.
    let user = unsafe Array(String(cString: word).utf8)
    return user != given && (user.count < 32 || user != Array(given.prefix(user.count)))
  }
}
