extension ContentTypeCatalog {
  /// Mail, contacts, calendars, and the keys that sign and seal them.
  static let messagesAndCalendars: StaticString = """
    > public.message
    public.email-message | mail message
    > com.apple.mail.email
    org.ietf.mhtml | web page with its pictures (MHTML) | mhtml mht | multipart/related
    > com.microsoft.compound-file public.email-message
    com.microsoft.outlook.msg | Outlook message | msg oft | application/vnd.ms-outlook | outlook
    > public.message
    com.microsoft.outlook.pst | Outlook mailbox | pst ost | application/vnd.ms-outlook-pst
    com.microsoft.outlook-express.dbx | Outlook Express mailbox | dbx
    > public.contact public.plain-text
    public.vcard | vCard | vcf vcard | text/vcard text/x-vcard
    > public.calendar-event public.plain-text
    com.apple.ical.ics | iCalendar file | ics ical ifb vcs | text/calendar | icalendar
    > public.contact public.plain-text
    public.ldif | LDIF directory | ldif | text/ldif
    """

  static let keysAndCertificates: StaticString = """
    > public.security-object public.plain-text
    public.pem | PEM file | pem | application/x-pem-file
    > public.security-object
    public.x509-certificate | certificate | cer crt der | application/pkix-cert application/x-x509-ca-cert
    > public.pem
    public.pem-certificate | PEM certificate | crt cer | application/pem-certificate-chain
    public.pem-private-key | private key | key | | | id_rsa id_ed25519 id_ecdsa
    > public.security-object
    com.rsa.pkcs-12 | PKCS #12 key store | p12 pfx | application/pkcs12 application/x-pkcs12
    com.rsa.pkcs-7 | PKCS #7 signature | p7s p7m p7c p7b | application/pkcs7-signature application/pkcs7-mime
    > public.security-object public.plain-text
    org.openpgp.armored | OpenPGP text file | asc | application/pgp-encrypted | openpgp
    > public.security-object
    org.openpgp.binary | OpenPGP data file | gpg pgp | application/pgp-encrypted
    org.age-encryption.age | age-encrypted file | age | application/age
    > public.security-object public.plain-text
    org.openssh.public-key | SSH public key | | | ssh | authorized_keys known_hosts
    """
}
