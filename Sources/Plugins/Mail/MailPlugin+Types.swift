import ConverterCore

extension MailPlugin {
  static let types: StaticString = """
    > public.email-message public.plain-text
    com.apple.mail.email | mail message (EML) | eml | message/rfc822 | email | | files
    com.apple.mail.emlx | Apple Mail message | emlx
    > public.message public.plain-text
    public.mbox | mailbox (mbox) | mbox mbx | application/mbox | mailbox
    > org.sqlite.sqlite3
    org.fairy.mail-index | index of a mailbox | fairy-index | | mail-index
    > public.folder
    org.maildir | mail folder (Maildir) | | | maildir | | .maildir
    """

  static var signatures: [Signature] {
    [
      Signature("org.fairy.mail-index", "'SQLite format 3' 00 [52] 'fMIx'")
    ]
  }
}
