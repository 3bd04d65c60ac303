import MIME
import TestSupport
import Testing

struct FieldsAddressTests {
  /// As Python has it.
  static let common = [
    FieldCase("John Smith <john@example.com>", "John Smith <john@example.com>"),
    FieldCase("\"Dragosh M.\" <dragosh@lsd.ro>", "\"Dragosh M.\" <dragosh@lsd.ro>"),
    FieldCase("Dragosh M. <dragosh@lsd.ro>", "\"Dragosh M.\" <dragosh@lsd.ro>"),
    FieldCase("Name <addr@x.y>, b@c", "Name <addr@x.y>, b@c"),
    FieldCase(
      "\"david@tethera.net\" <david@tethera.net>", "\"david@tethera.net\" <david@tethera.net>"),
    FieldCase(
      "\"Saved by Windows Internet Explorer 7\"", "\"Saved by Windows Internet Explorer 7\""),
    FieldCase(
      "<Saved by Windows Internet Explorer 7>", "\"Saved by Windows Internet Explorer 7\""),
    FieldCase("MAILER-DAEMON (Mail Delivery System)", "MAILER-DAEMON"),
    FieldCase("foo at bar.com (John Smith)", "\"foo at bar.com\""),
    FieldCase("foo@bar.com (John Smith)", "foo@bar.com"),
    FieldCase(
      "\"Smith, John\" <j@x.y>, \"O\\\"Neil\" <o@x.y>",
      "\"Smith, John\" <j@x.y>, \"O\\\"Neil\" <o@x.y>"),
    FieldCase("undisclosed-recipients: ;", "undisclosed-recipients:;"),
    FieldCase(
      "Team: a@b.c, \"X Y\" <d@e.f>;, g@h.i", "Team: a@b.c, X Y <d@e.f>;, g@h.i"),
    FieldCase("Team : a@b.c", "Team: a@b.c;"),
    FieldCase("\"My.Team\": a@b.c;", "\"My.Team\": a@b.c;"),
    FieldCase("=?utf-8?Q?J=C3=B6rg?= <j@x.y>", "Jörg <j@x.y>"),
    FieldCase("\"=?utf-8?Q?J=C3=B6rg?=\" <j@x.y>", "Jörg <j@x.y>"),
    FieldCase("=?utf-8?Q?M=C3=BCller,_J?= <j@x.y>", "\"Müller, J\" <j@x.y>"),
    FieldCase("Jörg <jö@x.y>", "Jörg <jö@x.y>"),
    FieldCase("John <@a.b,@c.d:e@f.g>", "John <e@f.g>"),
    FieldCase("John <john@x.y", "John <john@x.y>"),
    FieldCase("a@b.c,,b@c.d, ,", "a@b.c, b@c.d"),
    FieldCase("<>", "<>"),
    FieldCase("MAILER <>", "MAILER <>"),
    FieldCase("john . smith @ example . com", "john.smith@example.com"),
    FieldCase("\"john smith\"@example.com", "\"john smith\"@example.com"),
    FieldCase("\"john.smith\"@example.com", "john.smith@example.com"),
    FieldCase("John <john@[IPv6:::1]>", "John <john@[IPv6:::1]>"),
    FieldCase("John (the man) Smith <j(x)@(y)z.w>", "John Smith <j@z.w>"),
    FieldCase("\"a  b\" <c@d>", "a  b <c@d>"),
    FieldCase("John\r\n Smith\r\n <j@x.y>,\r\n\tb@c", "John Smith <j@x.y>, b@c"),
    FieldCase("root (Cron Daemon)", "root"),
    FieldCase("", ""), FieldCase(",", ""),
  ]

  /// Where Python leaves out what it does not understand, or keeps the blank between encoded words.
  static let better = [
    FieldCase("=?utf-8?Q?J=C3=B6?= =?utf-8?Q?rg_M?= <j@x.y>", "Jörg M <j@x.y>"),
    FieldCase("david@tethera.net <david@tethera.net>", "\"david@tethera.net\" <david@tethera.net>"),
    FieldCase("John john@x.y>", "John <john@x.y>"),
    FieldCase("John Smith john@x.y", "John Smith <john@x.y>"),
    FieldCase("John <john@x.y, Jane <jane@x.y>", "John <john@x.y>, Jane <jane@x.y>"),
    FieldCase("a@b.c; d@e.f", "a@b.c, d@e.f"),
    FieldCase("a@b.c d@e.f", "a@b.c, d@e.f"),
    FieldCase("\"unterminated <a@b.c>, c@d.e", "\"\\\"unterminated\" <a@b.c>, c@d.e"),
    FieldCase("(unterminated <a@b.c>", "\"(unterminated\" <a@b.c>"),
    FieldCase("<j@x.y> John", "John <j@x.y>"),
    FieldCase("John <j@x.y> junk", "John junk <j@x.y>"),
    FieldCase("John <foo> <a@b.c>", "\"John <foo>\" <a@b.c>"),
    FieldCase("[list] John <j@x.y>", "\"[list] John\" <j@x.y>"),
    FieldCase("a@b@c", "\"a@b\"@c"),
    FieldCase(
      [0x4A, 0xF6] + Array("rg M".utf8) + [0xFC] + Array("ller <j@x.y>".utf8), "Jörg Müller <j@x.y>"
    ),
  ]

  @Test(arguments: common + better) func text(_ field: FieldCase) {
    let cache = CharsetCache()
    #expect(field.raw.withSpan { AddressList(parsing: $0, using: cache) }.text == field.text)
  }

  @Test func addresses() {
    let raw = Array(
      "a@b.c (X), \"Q. R\" <g@h.i>, Team: d@e, f@g;, John Smith, root (Cron Daemon)".utf8)
    let list = raw.withSpan { AddressList(parsing: $0, using: CharsetCache()) }
    #expect(
      list.addresses == [
        MailAddress(name: "X", address: "a@b.c"), MailAddress(name: "Q. R", address: "g@h.i"),
        MailAddress(name: nil, address: "d@e"), MailAddress(name: nil, address: "f@g"),
        MailAddress(name: "John Smith", address: ""),
        MailAddress(name: "Cron Daemon", address: "root"),
      ])
  }

  @Test(
    arguments: [
      "\"", "(", "\\", "(\"", "[", "<", ">", "<@", "@", ",", ";", ":", "a:", "a:;", "=?a?q? ",
      "() ",
      "a . ", "a@b ", "<a@b> ", "a (b",
    ])
  func hostile(_ unit: String) {
    let time = processorTime {
      let raw = Array(String(repeating: unit, count: 50_000).utf8)
      let list = raw.withSpan { AddressList(parsing: $0, using: CharsetCache()) }
      #expect(list.addresses.count <= raw.count)
    }
    #expect(time < .seconds(20))
  }
}
