"""A phone nearby: the whole way with two browsers, and what a phone, or somebody who pretends to be one, must not get."""
import contextlib
import hashlib
import http.client
import io
import re
import socket
import ssl
import time
import unittest
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect
from pyzbar import pyzbar

from journey import Journey
from service import FIXTURES, PATIENCE, Answer, Service

# A loopback address: nothing of these tests is sent into a network.
ADDRESS = "127.0.0.2"
ARGUMENTS = ("--phone", "--phone-address", ADDRESS)
JPEG = (FIXTURES / "camera.jpg").read_bytes()


def form(*pictures):
    parts = b"".join(
        b'--b\r\nContent-Disposition: form-data; name="pictures"; filename="%d.jpg"\r\n\r\n%s\r\n' % (number, picture)
        for number, picture in enumerate(pictures))
    return parts + b"--b--\r\n"


MULTIPART = {"Content-Type": "multipart/form-data; boundary=b"}


class Phone:
    """A TLS client that trusts whatever certificate there is."""

    def __init__(self, service):
        page = service.get("/phone").text
        self.port = int(re.search(rf"https://{re.escape(ADDRESS)}:(\d+)", page)[1])
        self.origin = f"https://{ADDRESS}:{self.port}"
        self.cookie = None

    def connect(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(ADDRESS, self.port, timeout=PATIENCE, context=context)

    def request(self, method, path, body=None, headers=None):
        connection = self.connect()
        usual = {"Sec-Fetch-Site": "same-origin"}
        if method != "GET":
            usual["Origin"] = self.origin
        if self.cookie:
            usual["Cookie"] = f"__Host-fairy-phone={self.cookie}"
        sent = {name: value for name, value in (usual | (headers or {})).items() if value is not None}
        connection.request(method, path, body, sent)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def hello(self, secret):
        answer = self.request(
            "POST", "/hello", urllib.parse.urlencode({"secret": secret}), {"Content-Type": "application/x-www-form-urlencoded"})
        if answer.status == 204:
            self.cookie = re.search(r"__Host-fairy-phone=([0-9a-f]{64});", answer.headers["Set-Cookie"])[1]
        return answer


def link(page):
    """What the QR code on the page says."""
    picture = Image.open(io.BytesIO(page.locator("svg.qr").screenshot()))
    found = pyzbar.decode(picture)
    assert len(found) == 1, "the QR code cannot be read"
    return found[0].data.decode()


class TwoBrowsers(Journey):
    arguments = ARGUMENTS

    @contextlib.contextmanager
    def phone(self, **options):
        context = self.browser.new_context(
            ignore_https_errors=True, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True, **options)
        yield context
        context.close()

    def open(self, desk):
        """Opens the listener anew, by the buttons."""
        desk.goto("/phone")
        if desk.get_by_role("button", name="Stop").is_visible():
            desk.get_by_role("button", name="Stop").click()
        desk.get_by_role("button", name="Let a phone in").click()
        expect(desk.locator("svg.qr")).to_be_visible()
        return link(desk)

    def test_a_phone_is_let_in_and_sends_pictures(self):
        with self.page() as desk, self.phone() as context:
            address = self.open(desk)
            self.shot(desk, "phone-desk-code")
            self.assertRegex(address, rf"^https://{re.escape(ADDRESS)}:\d+/#[0-9a-f]{{32}}$")
            phone = context.new_page()
            phone.goto(address)
            expect(phone.locator(".digits")).to_be_visible()
            self.assertNotIn("#", phone.url)
            self.shot(phone, "phone-digits")
            # The same digits on both, and nothing is taken before they are confirmed.
            digits = phone.locator(".digits").inner_text()
            self.assertRegex(digits, r"^\d{3}\s\d{3}$")
            expect(desk.locator(".digits")).to_have_text(digits)
            self.shot(desk, "phone-desk-digits")
            self.assertEqual(phone.locator(".print bdi").inner_text(), desk.locator(".print bdi").first.inner_text())
            desk.get_by_role("button", name="Yes, let it in").click()
            expect(desk.get_by_role("heading", name="The phone is connected.")).to_be_visible()
            expect(phone.get_by_text("Ready.")).to_be_visible()
            self.shot(phone, "phone-ready")
            phone.locator("input[type=file]").set_input_files([
                {"name": f"page {number}.jpg", "mimeType": "image/jpeg", "buffer": JPEG} for number in (1, 2)])
            phone.get_by_role("button", name="Send").tap()
            expect(phone.get_by_text("2 pictures were sent.")).to_be_visible()
            expect(desk.get_by_text("2 pictures have arrived.")).to_be_visible()
            self.shot(desk, "phone-desk-connected")
            # Without JavaScript it goes on, once it was let in.
            with self.phone(java_script_enabled=False, storage_state=context.storage_state()) as plain:
                page = plain.new_page()
                page.goto(address.split("#")[0])
                page.locator("input[type=file]").set_input_files({"name": "plain.jpg", "mimeType": "image/jpeg", "buffer": JPEG})
                page.get_by_role("button", name="Send").tap()
                expect(page.get_by_text("1 picture was sent.")).to_be_visible()
            desk.get_by_role("button", name="Stop").click()
            expect(desk.get_by_text("Closed.")).to_be_visible()
            with self.assertRaises(OSError):
                socket.create_connection((ADDRESS, urllib.parse.urlsplit(address).port), 5)
            desk.goto("/")
            for name in ("page 1.jpg", "page 2.jpg", "plain.jpg"):
                expect(desk.get_by_role("link", name=name)).to_be_visible()

    def test_pages_come_into_the_draft_that_the_phone_was_let_in_for(self):
        with self.page() as desk, self.phone() as context:
            desk.goto("/scan")
            desk.locator("input[type=file]").first.set_input_files(
                {"name": "first.jpg", "mimeType": "image/jpeg", "buffer": JPEG})
            desk.wait_for_url("**/scan/*")
            draft = desk.url
            desk.get_by_role("link", name="Use a phone").click()
            if desk.get_by_role("button", name="Stop").is_visible():
                desk.get_by_role("button", name="Stop").click()
            desk.get_by_role("button", name="Let a phone in").click()
            phone = context.new_page()
            phone.goto(link(desk))
            desk.get_by_role("button", name="Yes, let it in").click()
            phone.locator("input[type=file]").set_input_files({"name": "second.jpg", "mimeType": "image/jpeg", "buffer": JPEG})
            phone.get_by_role("button", name="Send").tap()
            expect(phone.get_by_text("1 picture was sent.")).to_be_visible()
            desk.get_by_role("link", name="Back").click()
            self.assertEqual(desk.url, draft)
            expect(desk.locator(".leaves > li")).to_have_count(2)
            # It is a page now, and no longer a file that was added.
            desk.goto("/")
            self.assertEqual(desk.get_by_role("link", name="second.jpg").count(), 0)

    def test_another_number_is_shut_out(self):
        with self.page() as desk, self.phone() as context:
            phone = context.new_page()
            phone.goto(self.open(desk))
            expect(phone.locator(".digits")).to_be_visible()
            desk.get_by_role("button", name="No, reject it").click()
            expect(desk.get_by_text("Closed.")).to_be_visible()

    def test_a_second_phone_is_told_that_the_code_is_used(self):
        with self.page() as desk, self.phone() as one, self.phone() as two:
            address = self.open(desk)
            first, second = one.new_page(), two.new_page()
            first.goto(address)
            expect(first.locator(".digits")).to_be_visible()
            second.goto(address)
            expect(second.get_by_role("alert")).to_contain_text("already used or has expired")
            self.assertEqual(second.locator(".digits").count(), 0)

    def test_the_pages_at_every_width_in_both_themes(self):
        self.check("phone-closed", "/phone")
        self.service.post("/phone/start", {"for": "/"})
        self.check("phone-code", "/phone")
        with self.page() as desk, self.phone() as context:
            desk.goto("/phone")
            address = link(desk)
            phone = context.new_page()
            phone.goto(address)
            expect(phone.locator(".digits")).to_be_visible()
            self.check("phone-digits", "/phone")
            state = context.storage_state()
            self.check_phone("waits", address, state)
            desk.get_by_role("button", name="Yes, let it in").click()
            expect(desk.get_by_role("heading", name="The phone is connected.")).to_be_visible()
            self.check("phone-connected", "/phone")
            self.check_phone("ready", address, state)

    def check_phone(self, title, address, state):
        """What the phone shows, light and dark."""
        for theme in ("light", "dark"):
            with self.phone(color_scheme=theme, storage_state=state) as context:
                phone = context.new_page()
                phone.goto(address.split("#")[0])
                found = Axe().run(phone, options={"resultTypes": ["violations"]})
                self.assertEqual(found.violations_count, 0, f"phone {title} {theme}: {found.generate_report()}")
                self.assertLessEqual(phone.evaluate("document.documentElement.scrollWidth"), 360)
                self.shot(phone, f"phone-{title}-{theme}")

    def test_by_keyboard_alone(self):
        with self.page() as desk, self.phone() as context:
            phone = context.new_page()
            phone.goto(self.open(desk))
            expect(desk.get_by_role("button", name="Yes, let it in")).to_be_visible()
            for _ in range(20):
                desk.keyboard.press("Tab")
                if desk.evaluate("document.activeElement.textContent") == "Yes, let it in":
                    break
            desk.keyboard.press("Enter")
            expect(desk.get_by_role("heading", name="The phone is connected.")).to_be_visible()


class Attacks(unittest.TestCase):
    def setUp(self):
        self.tools = contextlib.ExitStack()
        self.addCleanup(self.tools.close)
        self.service = self.tools.enter_context(Service(*ARGUMENTS))
        self.service.enter()
        self.secret = None

    def open(self):
        """Opens the listener anew."""
        self.assertEqual(self.service.post("/phone/start", {"for": "/"}).status, 303)
        phone = Phone(self.service)
        return phone, self.read_secret()

    def read_secret(self):
        path = re.search(r'<path d="([^"]+)"', self.service.get("/phone").text)[1]
        side = int(re.search(r'viewBox="0 0 (\d+)', self.service.get("/phone").text.split('class="qr"')[1])[1])
        picture = Image.new("L", (side, side), 255)
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", path):
            for step in range(int(width)):
                picture.putpixel((int(x) + step, int(y)), 0)
        return pyzbar.decode(picture.resize((side * 6, side * 6), Image.NEAREST))[0].data.decode().split("#")[1]

    def let_in(self):
        phone, secret = self.open()
        self.assertEqual(phone.hello(secret).status, 204)
        digits = re.search(r'name="code" value="(\d{6})"', self.service.get("/phone").text)[1]
        self.assertEqual(self.service.post("/phone/answer", {"code": digits, "allow": "yes"}).headers["Location"], "/phone?for=%2F")
        return phone

    def test_the_secret(self):
        phone, secret = self.open()
        self.assertEqual(phone.hello("0" * 32).status, 403)
        self.assertEqual(phone.hello(secret).status, 204)
        for wrong in (secret, "", secret[:-1], secret + "0"):
            self.assertEqual(Phone(self.service).hello(wrong).status, 403)
        # A new code makes the old one worthless.
        phone, new = self.open()
        self.assertNotEqual(new, secret)
        self.assertEqual(phone.hello(secret).status, 403)
        self.assertEqual(phone.hello(new).status, 204)

    def test_it_cannot_be_guessed_for_long(self):
        phone, secret = self.open()
        for number in range(25):
            self.assertEqual(phone.hello(f"{number:032}").status, 403)
        self.assertEqual(phone.hello(secret).status, 403)

    def test_connections_of_others_keep_no_phone_out(self):
        phone, secret = self.open()
        held = [socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE) for _ in range(300)]
        self.addCleanup(lambda: [connection.close() for connection in held])
        self.assertEqual(phone.hello(secret).status, 204)
        # Over a connection of its own, which stays open while others come.
        own = phone.connect()
        for _ in range(3):
            held += [socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE) for _ in range(100)]
            own.request("GET", "/state", headers={"Sec-Fetch-Site": "same-origin", "Cookie": f"__Host-fairy-phone={phone.cookie}"})
            answer = own.getresponse()
            self.assertEqual((answer.status, answer.read()), (200, b'{"phase":"asking"}'))
        own.close()

    def test_a_body_that_comes_in_drops_is_ended(self):
        phone = self.let_in()
        connection = phone.connect()
        connection.putrequest("POST", "/pages")
        for name, value in {"Sec-Fetch-Site": "same-origin", "Origin": phone.origin, "Cookie": f"__Host-fairy-phone={phone.cookie}",
                            "Content-Length": "100000", **MULTIPART}.items():
            connection.putheader(name, value)
        connection.endheaders()
        begun = time.monotonic()
        with self.assertRaises(OSError):
            while time.monotonic() - begun < 6 * PATIENCE:
                connection.send(b"x")
                time.sleep(0.5)
        self.assertLess(time.monotonic() - begun, 50)

    def test_nothing_is_taken_before_the_number_is_confirmed(self):
        phone, secret = self.open()
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART).status, 403)
        phone.hello(secret)
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART).status, 403)
        # A number that is not the phone's lets nobody in.
        digits = re.search(r'name="code" value="(\d{6})"', self.service.get("/phone").text)[1]
        for wrong in (f"{(int(digits) + 1) % 1000000:06}", "", digits[:5]):
            answer = self.service.post("/phone/answer", {"code": wrong, "allow": "yes"})
            self.assertTrue(answer.headers["Location"].endswith("answer=wrong"), answer.headers["Location"])
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART).status, 403)
        # Nor is the phone able to confirm it itself.
        self.assertEqual(phone.request("POST", "/phone/answer", f"code={digits}&allow=yes").status, 404)
        self.assertNotIn("0.jpg", self.service.get("/").text)

    def test_nothing_can_be_read(self):
        phone = self.let_in()
        self.service.upload("private.csv", b"a\n1\n")
        address = self.service.link("/", "private.csv")
        for path in ("/library", "/jobs", "/jobs/state", "/search?q=a", "/sessions", "/recent", "/phone", "/phone/state", "/report",
                     "/uploads", "/pages", address, address + "/download", "/scan", "/triage", "/notes", "/preferences",
                     "/assets/x/style.css", "/../state", "//library", "/hello"):
            self.assertEqual(phone.request("GET", path).status, 404, path)
        for path in ("/jobs", "/uploads", "/session", "/sessions", "/phone/start", "/phone/stop", "/recent/clear", "/tour"):
            self.assertEqual(phone.request("POST", path, form(JPEG), MULTIPART).status, 404, path)
        page = phone.request("GET", "/").text
        self.assertNotIn("private.csv", page)
        # Neither cookie is worth anything at the other door.
        cookie, self.service.cookie = self.service.cookie, phone.cookie
        self.assertEqual(self.service.get("/").status, 401)
        self.assertEqual(self.service.get("/", headers={"Cookie": f"__Host-fairy-phone={phone.cookie}"}).status, 401)
        self.service.cookie, phone.cookie = cookie, cookie
        self.assertEqual(phone.request("GET", "/state").status, 404)
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART).status, 403)

    def test_only_pictures_and_not_too_many(self):
        phone = self.let_in()
        answer = phone.request("POST", "/pages", form(JPEG, b"<script>alert(1)</script>"), MULTIPART)
        self.assertEqual(answer.status, 422)
        self.assertEqual(phone.request("POST", "/pages", form(b""), MULTIPART).status, 422)
        self.assertEqual(phone.request("POST", "/pages", b"a=1", MULTIPART).status, 422)
        self.assertEqual(phone.request("POST", "/pages", form(*[JPEG] * 205), MULTIPART).status, 413)
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART).status, 413)
        kept = list((self.service.folder / "cache/fairy/serve/uploads").iterdir())
        self.assertEqual(len(kept), 200)

    def test_a_picture_that_is_too_large_is_not_kept(self):
        phone = self.let_in()
        answer = phone.request("POST", "/pages", form(JPEG + b"\0" * (65 << 20)), MULTIPART)
        self.assertEqual(answer.status, 413)
        self.assertEqual(list((self.service.folder / "cache/fairy/serve/uploads").iterdir()), [])

    def test_other_names_and_origins(self):
        phone = self.let_in()
        for host in ("localhost", f"evil.example:{phone.port}", ADDRESS, f"127.0.0.1:{phone.port}", self.service.authority):
            self.assertEqual(phone.request("GET", "/", headers={"Host": host}).status, 421, host)
        for origin in (None, "null", "https://evil.example", self.service.origin, f"http://{ADDRESS}:{phone.port}"):
            self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART | {"Origin": origin}).status, 403, origin)
        self.assertEqual(phone.request("POST", "/pages", form(JPEG), MULTIPART | {"Sec-Fetch-Site": "cross-site"}).status, 403)

    def sessions(self, phone):
        """A TLS client in memory, and the connection that carries its bytes."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context.wrap_bio(incoming, outgoing)
        with contextlib.suppress(ssl.SSLWantReadError):
            client.do_handshake()
        connection = socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE)
        self.addCleanup(connection.close)
        return client, incoming, outgoing, connection

    def test_a_handshake_that_is_cut_or_damaged(self):
        phone = Phone(self.service)
        hello = self.sessions(phone)[2].read()
        for end in range(0, len(hello), 7):
            with socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE) as connection:
                connection.sendall(hello[:end])
        for place in range(0, len(hello), 5):
            damaged = bytearray(hello)
            damaged[place] ^= 0xFF
            with socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE) as connection, contextlib.suppress(OSError):
                connection.sendall(damaged)
                connection.shutdown(socket.SHUT_WR)
        self.assertEqual(phone.request("GET", "/").status, 200)

    def test_records_that_are_damaged_end_the_connection(self):
        phone = Phone(self.service)
        for place in range(0, 120, 3):
            client, incoming, outgoing, connection = self.sessions(phone)
            while True:
                connection.sendall(outgoing.read())
                try:
                    client.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    incoming.write(connection.recv(65536))
            connection.sendall(outgoing.read())
            client.write(f"GET / HTTP/1.1\r\nHost: {ADDRESS}:{phone.port}\r\n\r\n".encode())
            record = bytearray(outgoing.read())
            record[place % len(record)] ^= 0x55
            with contextlib.suppress(OSError):
                connection.sendall(record)
                connection.shutdown(socket.SHUT_WR)
            received = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := connection.recv(65536):
                    received += piece
            incoming.write(received)
            with contextlib.suppress(ssl.SSLError):
                self.assertEqual(client.read(1), b"", "an answer to what was damaged")
        self.assertEqual(phone.request("GET", "/").status, 200)

    def test_versions_of_tls(self):
        phone = Phone(self.service)

        def version(highest):
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
            context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, highest
            context.set_alpn_protocols(["h2", "http/1.1"])
            with socket.create_connection((ADDRESS, phone.port), timeout=PATIENCE) as connection:
                with context.wrap_socket(connection) as session:
                    return session.version(), session.selected_alpn_protocol()

        self.assertEqual(version(ssl.TLSVersion.TLSv1_3), ("TLSv1.3", "http/1.1"))
        self.assertEqual(version(ssl.TLSVersion.TLSv1_2), ("TLSv1.2", "http/1.1"))
        for old in (ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1):
            with self.assertRaises(ssl.SSLError):
                version(old)

    def test_plain_http_gets_nothing(self):
        phone, _ = self.open()
        with socket.create_connection((ADDRESS, phone.port), PATIENCE) as plain:
            plain.sendall(f"GET / HTTP/1.1\r\nHost: {ADDRESS}:{phone.port}\r\n\r\n".encode())
            plain.settimeout(PATIENCE)
            with contextlib.suppress(ConnectionResetError):
                self.assertNotIn(b"HTTP", plain.recv(4096))

    def test_one_address_and_the_certificate_that_is_shown(self):
        phone, _ = self.open()
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", phone.port), 5)
        connection = phone.connect()
        connection.connect()
        certificate = connection.sock.getpeercert(binary_form=True)
        self.assertIn(connection.sock.version(), ("TLSv1.2", "TLSv1.3"))
        connection.close()
        digest = hashlib.sha256(certificate).hexdigest().upper()
        shown = " ".join(digest[place:place + 2] for place in range(0, 64, 2))
        self.assertIn(shown, self.service.get("/phone").text)
        self.assertIn(shown, phone.request("GET", "/").text)
        # Another opening has another key.
        other, _ = self.open()
        self.assertNotIn(shown, other.request("GET", "/").text)

    def test_stopping_ends_connections(self):
        phone = self.let_in()
        connection = phone.connect()
        connection.connect()
        self.service.post("/phone/stop", {"for": "/"})
        connection.sock.settimeout(PATIENCE)
        with contextlib.suppress(OSError):
            self.assertEqual(connection.sock.recv(1), b"")
        with self.assertRaises(OSError):
            socket.create_connection((ADDRESS, phone.port), 5)

    def test_many_connections_do_not_hold_up_the_desk(self):
        phone, _ = self.open()
        with contextlib.ExitStack() as stack:
            for _ in range(60):
                with contextlib.suppress(OSError):
                    stack.enter_context(socket.create_connection((ADDRESS, phone.port), PATIENCE))
            self.assertEqual(self.service.get("/").status, 200)

    def test_its_page_in_other_languages(self):
        phone, _ = self.open()
        german = phone.request("GET", "/", headers={"Accept-Language": "de-AT,en"}).text
        self.assertIn('lang="de"', german)
        self.assertIn("Der Code wird gelesen", german)
        mirrored = phone.request("GET", "/", headers={"Accept-Language": "ar-XB"}).text
        self.assertIn('dir="rtl"', mirrored)
        for text in re.findall(r">([^<>]*[a-z]{3}[^<>]*)<", re.sub(r"(?s)<head>.*</head>|<bdi.*?</bdi>", "", mirrored)):
            self.assertTrue(text.strip() == "fairy" or text.strip().startswith("\u27e6"), text)

    def test_without_the_option_there_is_no_way(self):
        with Service() as service:
            service.enter()
            self.assertIn("fairy serve --phone", service.get("/phone").text)
            self.assertEqual(service.post("/phone/start", {"for": "/"}).status, 400)

    def test_where_the_pictures_go_is_an_address_of_this_service(self):
        for wrong in ("https://evil.example", "//evil.example", "javascript:alert(1)", "/a?b", "x" * 300):
            answer = self.service.post("/phone/start", {"for": wrong})
            self.assertEqual(answer.headers["Location"], "/phone?for=%2F", wrong)
        self.assertEqual(
            self.service.post("/phone/start", {"for": "/scan/0F6A-1"}).headers["Location"], "/phone?for=%2Fscan%2F0F6A-1")


if __name__ == "__main__":
    unittest.main()
