import ConverterCore
import TestSupport
import Testing

@testable import MIME

/// The headers of messages, as Python's `email` reads them (`policy.default`).
@Suite struct FieldsCorpusTests {
  struct Message: Sendable, CustomTestStringConvertible {
    let file: String
    let subject, from, date, type: String?

    init(_ file: String, subject: String?, from: String?, date: String?, type: String?) {
      self.file = file
      (self.subject, self.from, self.date, self.type) = (subject, from, date, type)
    }

    var testDescription: String { file }
  }

  static let messages = Sample.present(fixtures + real, name: \.file)

  private static let fixtures = [
    Message(
      "fixtures/others/mail/report.eml",
      subject: "Bericht für Juni 🎉",
      from: "Jürgen Müller <juergen@others.example>",
      date: "2025-06-07T08:09:10+02:00",
      type: "multipart/mixed;boundary=outer"),
    Message(
      "fixtures/others/mail/forward.eml",
      subject: "Fwd: the report",
      from: "Bob <bob@others.example>",
      date: "2025-06-07T08:09:10+02:00",
      type: "multipart/mixed;boundary=forward"),
    Message(
      "fixtures/others/mail/japanese.eml",
      subject: "まみむめも",
      from: "花子 <hanako@others.example>",
      date: "2025-06-07T08:09:10+02:00",
      type: "text/plain;charset=iso-2022-jp"),
    Message(
      "fixtures/others/mail/euc-kr.eml",
      subject: "한국말",
      from: "민수 <minsu@others.example>",
      date: "2025-06-07T08:09:10+02:00",
      type: "text/plain;charset=euc-kr"),
    Message(
      "fixtures/others/mail/crlf.eml",
      subject: "plain",
      from: "a@others.example",
      date: "2025-06-07T08:09:10+02:00",
      type: "text/plain;charset=us-ascii"),
    Message(
      "fixtures/others/mail/utf8-headers.eml",
      subject: "Säying Hello",
      from: "Jöhn Doe <jdöe@mächine.example>",
      date: nil,
      type: nil),
    Message(
      "fixtures/others/mail/list.mbox",
      subject: "number 1",
      from: "Person 1 <p1@others.example>",
      date: "2025-06-07T08:09:10+02:00",
      type: "text/plain;charset=us-ascii"),
  ]

  private static let real = [
    Message(
      "mail/big5-raw-headers.eml",
      subject: "4d8119¡@(¤j¸ÉªwÄÑ±M½æ) ¤j®a»¡­^»y ¨C¤éÅ¥"
        + "MP3 (2004¦~6¤ë¥÷) ÁcÅé¤¤¤å¥úºÐª© (­^»y±Ð"
        + "¾Ç)¡@8afb90",
      from: "3712f2@msa.hinet.net",
      date: nil,
      type: "text/html;charset=big5"),
    Message(
      "mail/bounce-dsn.eml",
      subject: "Undelivered Mail Returned to Sender",
      from: "MAILER-DAEMON@lvmail01.LL.com",
      date: "2010-02-23T22:16:41-08:00",
      type: "multipart/report;boundary=9B7841BC027.1266992201/lvmail01.LL.com;report-type=del"
        + "ivery-status"),
    Message(
      "mail/calendar-invite.eml",
      subject: "test",
      from: "David Bremner <bremner@example.com>",
      date: nil,
      type: "multipart/alternative;boundary=_000_YT3PR01MB10572EFC9F7C81F9446214768CEF72YT3PR"
        + "01MB10572CA_"),
    Message(
      "mail/euc-kr-base64.eml",
      subject: "NOTE: 한국말로 하는 것",
      from: "Jamis Buck <jamis@37signals.com>",
      date: "2005-05-02T16:07:05-06:00",
      type: "text/plain;charset=EUC-KR;format=flowed"),
    Message(
      "mail/hadoop-list-3.mbox",
      subject: "Re: question about when shuffle/sort start working",
      from: "Jothi Padmanabhan <jothipn@yahoo-inc.com>",
      date: "2009-06-01T09:56:31+05:30",
      type: "text/plain;charset=US-ASCII"),
    Message(
      "mail/html-newsletter-latin9.eml",
      subject: "NIEUWSBRIEF ART OLIVE | juni exposite in galerie ArtOlive",
      from: "ArtOlive <artolive@mailinglijst.nl>",
      date: "2011-05-23T10:53:45+02:00",
      type: "multipart/alternative;boundary=_=aspNetEmail=_5ed4592191214c7a99bd7f6a3a0f077d"),
    Message(
      "mail/html-related-mht-75k.eml",
      subject: "Air Permit Programs | Air & Radiation | US EPA",
      from: "\"Saved by Windows Internet Explorer 7\"",
      date: "2008-02-15T15:01:15-08:00",
      type: "multipart/related;boundary=----=_NextPart_000_0003_01C86FE3.9CC848D0;type=text/h"
        + "tml"),
    Message(
      "mail/inline-cid-image-nested-rfc822.eml",
      subject: "test",
      from: "test@example.com",
      date: "2020-04-21T15:40:22+02:00",
      type: "multipart/mixed;boundary=------=_MB7A4C516C-8688-4B63-8C13-CC0B5BA90B2B"),
    Message(
      "mail/iso-2022-jp.eml",
      subject: "まみむめも",
      from: "Mikel Lindsaar <raasdnil@gmail.com>",
      date: nil,
      type: "text/plain;charset=iso-2022-jp"),
    Message(
      "mail/nested-multipart-smime.eml",
      subject: "testing",
      from: "foo@example.com",
      date: "2005-06-06T22:21:22+02:00",
      type: "multipart/mixed;boundary=Apple-Mail-13-196941151"),
    Message(
      "mail/pdf-attachment-emoji-subject.eml",
      subject: "Another PDF with 🎉 Unicode chars in it 🍿",
      from: "Test Tester <xxxx@xxxx.com>",
      date: "2005-05-10T11:26:39-06:00",
      type: "multipart/mixed;boundary=----=_Part_2192_32400445.1115745999735"),
    Message(
      "mail/pgp-encrypted.eml",
      subject: "Here is the password",
      from: "test_suite@notmuchmail.org",
      date: "2000-01-01T12:00:00+00:00",
      type: "multipart/encrypted;boundary==-=-=;protocol=application/pgp-encrypted"),
    Message(
      "mail/png-attachment.eml",
      subject: "Test Attachment Email",
      from: "Tika Test <XXXX@apache.org>",
      date: "2016-07-20T17:35:02+01:00",
      type: "multipart/mixed;boundary=------------080509010403080904010908"),
    Message(
      "mail/rfc2231-long-filename.eml",
      subject: "まみむめもまみむめもまみむめもまみむめもまみむめもまみむめもまみむめもまみむめも"
        + "まみむめもまみむめも",
      from: "Mikel Lindsaar <mikel@test.lindsaar.net>",
      date: "2009-10-30T19:11:02+11:00",
      type: "multipart/mixed;boundary=Apple-Mail-6--589811753"),
    Message(
      "mail/rlug-list-5.mbox",
      subject: "Din windows ma pot, din LINUX NU ma pot conecta (la ZAPP)",
      from: "mmihai <mmihai@netcompsj.ro>",
      date: "2003-02-07T18:35:25+02:00",
      type: "text/plain;charset=iso-8859-2"),
    Message(
      "mail/shift-jis-8bit.eml",
      subject: "test",
      from: "xxxxxxx@docomo.ne.jp",
      date: "2014-05-28T17:18:19+09:00",
      type: "text/plain;charset=Shift_JIS"),
    Message(
      "mail/signed-nested-attachment.eml",
      subject: "Testing attachments",
      from: "Jamis Buck <jamis@37signals.com>",
      date: "2007-02-22T11:20:31-07:00",
      type: "multipart/signed;boundary=Apple-Mail-42-587703407;micalg=sha1;protocol=applicati"
        + "on/pkcs7-signature"),
    Message(
      "mail/substring-from.mbox",
      subject: "this'll probably break a lot of mime parsers",
      from: "fejj@gnome.org",
      date: "2002-08-23T02:32:53-04:00",
      type: "multipart/mixed;boundary=x"),
    Message(
      "mail/two-jpeg-attachments.eml",
      subject: "pics for you",
      from: "Sitting Bull <sb@example.com>",
      date: nil,
      type: "multipart/mixed;boundary=Multipart_Sun_Oct_17_10:37:40_2010-1"),
    Message(
      "mail/utf8-headers-rfc6532.eml",
      subject: "Säying Hello",
      from: "Jöhn Doe <jdöe@mächine.example>",
      date: nil,
      type: nil),
    Message(
      "mail/uuencode-doc.eml",
      subject: "PGP Comments on RTO West Release of Dec. 14",
      from: "\"Lon L. Peters\" <lpeters@PACIFIER.COM>",
      date: "2002-01-10T13:59:53-08:00",
      type: "multipart/mixed;boundary=============_-1201422494==_============"),
  ]

  @Test(arguments: messages) func header(_ message: Message) throws {
    let cache = CharsetCache()
    try Sample(message.file).bytes().withSpan { raw in
      let fields = HeaderFields(scanning: raw)
      func read<Value>(_ name: StaticString, _ read: (Span<UInt8>) -> Value) -> Value? {
        fields[name].map { read(raw[$0]) }
      }
      #expect(read("subject") { HeaderText.decoded($0, using: cache) } == message.subject)
      #expect(read("from") { AddressList(parsing: $0, using: cache).text } == message.from)
      #expect((read("date") { MailDate(parsing: $0)?.iso8601 } ?? nil) == message.date)
      let type = read("content-type") { MediaTypeField(parsing: $0, using: cache) }
      let text = type.map { type in
        let names = type.parameters.entries.map(\.name).sorted()
        return type.type + names.map { ";\($0)=\(type.parameters[$0] ?? "")" }.joined()
      }
      #expect(text == message.type)
    }
  }
}
