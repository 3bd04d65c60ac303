#!/usr/bin/env python3
"""Makes an mbox of many messages: make-mailbox.py FILE MESSAGES BYTES

Of ten messages six are plain text, three have a page beside it, and one has one or two files attached, whose contents
begin as their kinds do. Subjects and names are encoded in some, bodies have lines that begin with From, quoted and not.
The same arguments always make the same file.
"""
import base64
import random
import sys

path, count, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(4155)
words = ("the of and to in that is was for it with as his on be at by this had not are but from or have an "
         "they which one you were her all she there would their we him been has when who will more no if out so "
         "said what up its about into than them can only other new some could time these two may then do first any "
         "my now such like our over man me even most made after also did many before must through back years where "
         "much your way well down should because each just those people how too little state good very make world "
         "still own see men work long get here between both life being under never day same another know while last").split()
people = [("Anna Berg", "anna.berg@example.org"), ("=?utf-8?q?J=C3=B6rg_M=C3=BCller?=", "joerg@example.net"),
          ("Li Wei", "li.wei@example.com"), ("=?iso-2022-jp?b?GyRCJF8kMSRrGyhC?=", "mikeru@example.jp"),
          ("O'Neill, Pat", "pat@example.org"), ("", "noreply@example.com")]
days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def prose(length):
    lines, total = [], 0
    while total < length:
        line = " ".join(chance.choices(words, k=12))
        lines.append(line)
        total += len(line) + 1
    return "\n".join(lines) + "\n"


texts = [prose(chance.choice((400, 1200, 3000, 9000))) for _ in range(200)]
for index in range(0, 200, 10):
    texts[index] += ">From here on it is quoted.\nThey came\nFrom where nobody knows.\n"
pages = ["<html><body><p>" + text.replace("\n", "<br>\n") + "</p></body></html>\n" for text in texts]
# What is attached has the rest of the size: one of ten messages, one file and a half each.
share = (size - count * 6500) / (count * 0.1 * 1.5) * 3 / 4
beginnings = (b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01", None, b"PK\x03\x04\x14\x00")
files = []
for index in range(40):
    length = int(share * chance.uniform(0.2, 1.8))
    if beginnings[index % 4] is None:
        rows = (f"{chance.randrange(10 ** 6)},{chance.choice(words)},{chance.random():.4f}\n" for _ in range(length // 20))
        data = ("number,word,share\n" + "".join(rows)).encode()
    else:
        data = beginnings[index % 4] + chance.randbytes(length)
    files.append(base64.encodebytes(data).decode())
names = ("report-{}.pdf", "photo {}.jpg", "table-{}.csv", "=?utf-8?b?w5xiZXJzaWNodA==?= {}.xlsx")
kinds = ("application/pdf", "image/jpeg", "text/csv", "application/vnd.ms-excel")


def address(person):
    name, mail = person
    if not name:
        return mail
    return f'"{name}" <{mail}>' if "," in name else f"{name} <{mail}>"


with open(path, "w", encoding="utf-8", newline="\n") as out:
    for number in range(count):
        sender, receiver = chance.choice(people), chance.choice(people)
        second = 1_100_000_000 + number * 3000
        date = (f"{days[number % 7]}, {number % 28 + 1:02} {months[number % 12]} {2005 + number % 15} "
                f"{number % 24:02}:{number % 60:02}:{second % 60:02} +0{number % 10}00")
        lines = [f"From {sender[1]} {days[number % 7]} {months[number % 12]} {number % 28 + 1:2} "
                 f"{number % 24:02}:{number % 60:02}:{second % 60:02} {2005 + number % 15}"]
        lines += ["Received: from mx.example.org (mx.example.org [192.0.2.1])\n\tby mail.example.org with ESMTP id "
                  f"{number:x};\n\t{date}"] * 3
        subject = " ".join(chance.choices(words, k=5))
        if number % 7 == 0:
            subject = "=?utf-8?q?" + subject.replace(" ", "_") + "_=C3=A4=C3=B6?="
        lines += [f"Return-Path: <{sender[1]}>", f"From: {address(sender)}", f"To: {address(receiver)}",
                  f"Subject: {subject}", f"Date: {date}", f"Message-ID: <{number}.{second}@example.org>",
                  "MIME-Version: 1.0", "User-Agent: make-mailbox", "List-Id: <list.example.org>",
                  "X-Spam-Status: No, score=-2.1 required=5.0 tests=BAYES_00,DKIM_SIGNED,DKIM_VALID,\n"
                  "\tHTML_MESSAGE,SPF_PASS autolearn=ham version=3.4.2"]
        text = texts[number % 200]
        kind = number % 10
        if kind < 6:
            lines += ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", text]
        elif kind < 9:
            mark = f"=_{number}_alt"
            lines += [f'Content-Type: multipart/alternative; boundary="{mark}"', "", "--" + mark,
                      "Content-Type: text/plain; charset=utf-8", "", text, "--" + mark,
                      "Content-Type: text/html; charset=utf-8", "", pages[number % 200], f"--{mark}--", ""]
        else:
            mark = f"----=_Part_{number}"
            lines += [f'Content-Type: multipart/mixed; boundary="{mark}"', "", "This is a message of several parts.",
                      "--" + mark, "Content-Type: text/plain; charset=us-ascii", "", text]
            for part in range(1 + number // 10 % 2):
                pick = chance.randrange(40)
                which = pick % 4
                lines += ["--" + mark, f"Content-Type: {kinds[which]}; name=\"{names[which].format(number)}\"",
                          "Content-Transfer-Encoding: base64",
                          f"Content-Disposition: attachment; filename=\"{names[which].format(number)}\"", "",
                          files[pick].rstrip("\n")]
            lines += [f"--{mark}--", ""]
        out.write("\n".join(lines) + "\n")
