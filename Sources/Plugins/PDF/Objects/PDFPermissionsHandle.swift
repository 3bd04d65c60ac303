import CLibQPDF
import ConverterCore

/// What the author of an encrypted file lets others do (ISO 32000-1, table 22).
extension PDFFile {
  var allowsChanges: Bool { qpdf_allow_modify_other(data) != 0 }
  /// Whether pages may be put in, taken out and turned.
  var allowsAssembly: Bool { qpdf_allow_modify_assembly(data) != 0 }

  /// Whether nothing is forbidden.
  var allowsAll: Bool {
    [
      qpdf_allow_extract_all, qpdf_allow_print_low_res, qpdf_allow_print_high_res,
      qpdf_allow_modify_assembly, qpdf_allow_modify_form, qpdf_allow_modify_annotation,
      qpdf_allow_modify_other,
    ].allSatisfy { $0(data) != 0 }
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
