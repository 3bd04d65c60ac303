extension ContentTypeCatalog {
  /// Mail, contacts, calendars, and the keys that sign and seal them.
  static var mailAndCalendar: [ContentType] {
    [
      ContentType(
        "public.email-message", "mail message", conformsTo: ["public.message"]),
      ContentType(
        .email, "mail message (EML)",
        conformsTo: ["public.email-message", .plainText],
        extensions: ["eml"], mediaTypes: ["message/rfc822"], shortNames: ["email"]),
      ContentType(
        "com.apple.mail.emlx", "Apple Mail message",
        conformsTo: ["public.email-message", .plainText], extensions: ["emlx"]),
      ContentType(
        "public.mbox", "mailbox (mbox)", conformsTo: ["public.message", .plainText],
        extensions: ["mbox", "mbx"], mediaTypes: ["application/mbox"], shortNames: ["mailbox"]),
      ContentType(
        .mailIndex, "index of a mailbox", conformsTo: ["org.sqlite.sqlite3"],
        extensions: ["fairy-index"], shortNames: ["mail-index"]),
      ContentType(
        .maildir, "mail folder (Maildir)", conformsTo: [.folder], shortNames: ["maildir"]),
      ContentType(
        "org.ietf.mhtml", "web page with its pictures (MHTML)",
        conformsTo: ["com.apple.mail.email"],
        extensions: ["mhtml", "mht"], mediaTypes: ["multipart/related"]),
      ContentType(
        "com.microsoft.outlook.msg", "Outlook message",
        conformsTo: ["com.microsoft.compound-file", "public.email-message"],
        extensions: ["msg", "oft"], mediaTypes: ["application/vnd.ms-outlook"],
        shortNames: ["outlook"]),
      ContentType(
        "com.microsoft.outlook.pst", "Outlook mailbox", conformsTo: ["public.message"],
        extensions: ["pst", "ost"], mediaTypes: ["application/vnd.ms-outlook-pst"]),
      ContentType(
        "com.microsoft.outlook-express.dbx", "Outlook Express mailbox",
        conformsTo: ["public.message"], extensions: ["dbx"]),
      ContentType(
        "com.microsoft.tnef", "Outlook attachment (winmail.dat)", conformsTo: ["public.archive"],
        extensions: ["tnef"], mediaTypes: ["application/vnd.ms-tnef", "application/ms-tnef"],
        fileNames: ["winmail.dat"]),
      ContentType(
        "public.vcard", "vCard", conformsTo: ["public.contact", .plainText],
        extensions: ["vcf", "vcard"], mediaTypes: ["text/vcard", "text/x-vcard"]),
      ContentType(
        "com.apple.ical.ics", "iCalendar file", conformsTo: ["public.calendar-event", .plainText],
        extensions: ["ics", "ical", "ifb", "vcs"], mediaTypes: ["text/calendar"],
        shortNames: ["icalendar"]),
      ContentType(
        "public.ldif", "LDIF directory", conformsTo: ["public.contact", .plainText],
        extensions: ["ldif"], mediaTypes: ["text/ldif"]),
    ]
  }

  static var keysAndCertificates: [ContentType] {
    [
      ContentType(
        "public.pem", "PEM file", conformsTo: ["public.security-object", .plainText],
        extensions: ["pem"], mediaTypes: ["application/x-pem-file"]),
      ContentType(
        "public.x509-certificate", "certificate", conformsTo: ["public.security-object"],
        extensions: ["cer", "crt", "der"],
        mediaTypes: ["application/pkix-cert", "application/x-x509-ca-cert"]),
      ContentType(
        "public.pem-certificate", "PEM certificate", conformsTo: ["public.pem"],
        extensions: ["crt", "cer"], mediaTypes: ["application/pem-certificate-chain"]),
      ContentType(
        "public.pem-private-key", "private key", conformsTo: ["public.pem"],
        extensions: ["key"], fileNames: ["id_rsa", "id_ed25519", "id_ecdsa"]),
      ContentType(
        "com.rsa.pkcs-12", "PKCS #12 key store", conformsTo: ["public.security-object"],
        extensions: ["p12", "pfx"], mediaTypes: ["application/pkcs12", "application/x-pkcs12"]),
      ContentType(
        "com.rsa.pkcs-7", "PKCS #7 signature", conformsTo: ["public.security-object"],
        extensions: ["p7s", "p7m", "p7c", "p7b"],
        mediaTypes: ["application/pkcs7-signature", "application/pkcs7-mime"]),
      ContentType(
        "org.openpgp.armored", "OpenPGP text file",
        conformsTo: ["public.security-object", .plainText],
        extensions: ["asc"], mediaTypes: ["application/pgp-encrypted"], shortNames: ["openpgp"]),
      ContentType(
        "org.openpgp.binary", "OpenPGP data file", conformsTo: ["public.security-object"],
        extensions: ["gpg", "pgp"], mediaTypes: ["application/pgp-encrypted"]),
      ContentType(
        "org.age-encryption.age", "age-encrypted file", conformsTo: ["public.security-object"],
        extensions: ["age"], mediaTypes: ["application/age"]),
      ContentType(
        "org.openssh.public-key", "SSH public key",
        conformsTo: ["public.security-object", .plainText], shortNames: ["ssh"],
        fileNames: ["authorized_keys", "known_hosts"]),
    ]
  }
}
