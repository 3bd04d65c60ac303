import MIME
import Testing

@Suite struct CalendarTextTests {
  /// The lines of a calendar, labels and texts parted by a bar; `nil` for none.
  private func lines(_ text: String) -> [String]? {
    Array(text.utf8).withSpan { CalendarText($0) }?.lines.map { "\($0.label)|\($0.text)" }
  }

  private func event(_ text: String, method: String = "") -> [String]? {
    lines("BEGIN:VCALENDAR\n\(method)BEGIN:VEVENT\n\(text)\nEND:VEVENT\nEND:VCALENDAR\n")
  }

  @Test func invitation() {
    // As Exchange writes it, from a mailing list.
    let text = """
      BEGIN:VCALENDAR
      METHOD:REQUEST
      BEGIN:VTIMEZONE
      TZID:Atlantic Standard Time
      BEGIN:STANDARD
      DTSTART:16010101T020000
      RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      ORGANIZER;CN=David Bremner:mailto:bremner@example.com
      ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=david@teth
       era.net:mailto:david@tethera.net
      DESCRIPTION;LANGUAGE=en-CA:This meeting will could have been an email\\n\\n
      RRULE:FREQ=DAILY;UNTIL=20240827T170000Z;INTERVAL=1
      SUMMARY;LANGUAGE=en-CA:test [In-person]
      DTSTART;TZID=Atlantic Standard Time:20240527T140000
      DTEND;TZID=Atlantic Standard Time:20240527T143000
      STATUS:CONFIRMED
      SEQUENCE:0
      LOCATION;LANGUAGE=en-CA:
      BEGIN:VALARM
      DESCRIPTION:REMINDER
      TRIGGER;RELATED=START:-PT15M
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    let expected = [
      "Calendar|invitation", "Summary|test [In-person]",
      "When|Monday 27 May 2024 14:00–14:30 (Atlantic Standard Time)",
      "Repeats|every day, until Tuesday 27 August 2024 17:00 (UTC)",
      "Organizer|David Bremner <bremner@example.com>",
      "Attendee|david@tethera.net (no answer yet)", "Status|confirmed",
      "Description|This meeting will could have been an email",
    ]
    #expect(lines(text) == expected)
    #expect(lines(text.split(separator: "\n").joined(separator: "\r\n")) == expected)
  }

  @Test(arguments: [
    ("METHOD:REQUEST\n", "SEQUENCE:2", "updated invitation (update 2)"),
    ("METHOD:REQUEST\n", "SEQUENCE:0", "invitation"),
    ("METHOD:CANCEL\n", "SEQUENCE:3", "cancellation"),
    ("METHOD:REPLY\n", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example", "reply: accepted"),
    ("METHOD:REPLY\n", "ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example", "reply: declined"),
    ("method:reply\n", "ATTENDEE;partstat=tentative:mailto:a@b.example", "reply: tentative"),
    ("METHOD:COUNTER\n", "SUMMARY:x", "proposal of a change"),
    ("METHOD:X-OWN\n", "SUMMARY:x", "x-own"),
  ])
  func methods(method: String, line: String, words: String) {
    #expect(event(line, method: method)?.first == "Calendar|\(words)")
  }

  @Test(arguments: [
    (
      "DTSTART;VALUE=DATE:20240229\nDTEND;VALUE=DATE:20240301",
      "Thursday 29 February 2024 (all day)"
    ),
    (
      "DTSTART;VALUE=DATE:20241230\nDTEND;VALUE=DATE:20250102",
      "Monday 30 December 2024 – Wednesday 1 January 2025 (all day)"
    ),
    ("DTSTART:19700101T000000Z", "Thursday 1 January 1970 00:00 (UTC)"),
    ("DTSTART:19691231T235930Z", "Wednesday 31 December 1969 23:59:30 (UTC)"),
    ("DTSTART:20240101T100000", "Monday 1 January 2024 10:00 (no time zone)"),
    (
      "DTSTART:20240101T100000Z\nDURATION:PT1H30M",
      "Monday 1 January 2024 10:00, 1 hour 30 minutes (UTC)"
    ),
    (
      "DTSTART:20240101T230000Z\nDTEND:20240102T010000Z",
      "Monday 1 January 2024 23:00 – Tuesday 2 January 2024 01:00 (UTC)"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20240101T230000\nDTEND;TZID=\"Asia/Tokyo\":20240102T100000",
      "Monday 1 January 2024 23:00 (Europe/Berlin) – Tuesday 2 January 2024 10:00 (Asia/Tokyo)"
    ),
    ("DTSTART:20241399T100000", "20241399T100000"),
    ("DTSTART:tomorrow", "tomorrow"),
  ])
  func times(text: String, words: String) {
    #expect(event(text) == ["When|\(words)"])
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO,WE", "every week on Monday and Wednesday"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;WKST=SU", "every weekday (Monday to Friday)"),
    ("FREQ=WEEKLY;INTERVAL=2;COUNT=10", "every 2 weeks, 10 times"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("FREQ=MONTHLY;BYDAY=2TU", "every month on the second Tuesday"),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "every year on the last Sunday of March"),
    ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=8", "every year on 8 May"),
    ("FREQ=DAILY;UNTIL=20240131", "every day, until Wednesday 31 January 2024"),
    ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2"),
    ("FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=DAILY;INTERVAL=99999999999999999999"),
    ("nonsense", "nonsense"),
  ])
  func rules(rule: String, words: String) {
    #expect(event("RRULE:\(rule)") == ["Repeats|\(words)"])
  }

  @Test func textsAndPeople() {
    let text = """
      SUMMARY:a\\, b\\; c\\\\d\\ne\u{202E}f\u{1B}[1m
      ORGANIZER;CN="Lovelace; Ada: ^'A^'":MAILTO:ada@example.com
      ATTENDEE;CN=Room 1;CUTYPE=ROOM;PARTSTAT=ACCEPTED:mailto:room@example.com
      ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE;CN=Bob:mailto:bob@example.com
      DESCRIPTION:one\\n\\n\\ntwo https://us02web.zoom.us/j/1?p=2 and\\n https://zoom.us.evil.example
      X-GOOGLE-CONFERENCE:https://meet.google.com/abc
      CONFERENCE:javascript:alert(1)
      EXDATE;TZID=Europe/Berlin:20240108T100000,20240115T100000
      """
    let expected = [
      "Summary|a, b; c\\d ef[1m", "Except|Monday 8 January 2024 10:00 (Europe/Berlin)",
      "Except|Monday 15 January 2024 10:00 (Europe/Berlin)",
      "Organizer|Lovelace; Ada: \"A\" <ada@example.com>",
      "Attendee|Room 1 <room@example.com> (room, accepted)",
      "Attendee|Bob <bob@example.com> (optional, tentative)", "Join|https://meet.google.com/abc",
      "Join|https://us02web.zoom.us/j/1?p=2", "Description|one", "|",
      "|two https://us02web.zoom.us/j/1?p=2 and", "|https://zoom.us.evil.example",
    ]
    #expect(event(text) == expected)
  }

  @Test func severalAndTasks() {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:first
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:second
      DUE;VALUE=DATE:20240501
      PERCENT-COMPLETE:40
      STATUS:IN-PROCESS
      END:VTODO
      END:VCALENDAR
      """
    #expect(
      lines(text) == [
        "Event|1 of 2", "Summary|first", "Task|2 of 2", "Summary|second",
        "Due|Wednesday 1 May 2024", "Status|in-process", "Done|40 %",
      ])
  }

  @Test func brokenOnes() {
    #expect(lines("") == nil)
    #expect(lines("BEGIN:VCALENDAR\nEND:VCALENDAR") == nil)
    #expect(lines("Hello: world") == nil)
    // Cut off, lines that are not marked as parts of others, quotes that stay open, ends of nothing.
    #expect(
      lines("END:X\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nDESCRIPTION:a\nmore of it\nSUMM")
        == ["Description|a", "|more of it", "|SUMM"])
    #expect(event("SUMMARY;X=\"open:text") == ["Summary|text"])
    #expect(event("SUMMARY:ü\n ü\n\t.") == ["Summary|üü."])
    let split =
      Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xBC]
    let joined = split.withSpan { CalendarText($0) }
    #expect(joined?.lines.first?.text == "ü")
  }

  @Test func everyCutIsRead() {
    let text = Array(
      "BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nDTSTART;TZID=\"A\":20240101T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=1MO\nATTENDEE;CN=^n:x\nSUMMARY:\\"
        .utf8)
    for count in text.indices {
      _ = text[..<count].withSpan { CalendarText($0) }
    }
  }

  @Test func largeOnesAreBounded() throws {
    let people = String(repeating: "ATTENDEE:mailto:a@b.example\n", count: 20_000)
    let many = event(people)
    #expect(many?.count == 201)
    #expect(many?.last == "Attendee|19800 more")
    let events = String(repeating: "BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n", count: 20_000)
    #expect(lines("BEGIN:VCALENDAR\n" + events)?.last == "More|19950 are not shown")
    let nested = String(repeating: "BEGIN:VEVENT\n", count: 100_000)
    #expect(lines("BEGIN:VCALENDAR\n" + nested)?.count == 51)
  }
}
