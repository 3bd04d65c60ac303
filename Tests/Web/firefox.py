"""Firefox without a window, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): what the journeys need of it."""
import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import axe_playwright_python
from websockets.sync.client import connect

AXE = next(pathlib.Path(axe_playwright_python.__file__).parent.glob("**/axe.min.js")).read_text()
# https://w3c.github.io/webdriver/#keyboard-actions
KEYS = {"Tab": "\ue004", "Enter": "\ue006", "Shift": "\ue008", "Control": "\ue009", "Escape": "\ue00c", "Space": " ", "ArrowLeft": "\ue012",
        "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Home": "\ue011", "End": "\ue010", "Backspace": "\ue003"}


class Firefox:
    """One process with a profile of its own. `theme` is what pages are told of the light."""

    def __init__(self, theme="light"):
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="fairy-firefox-"))
        preferences = {
            "layout.css.prefers-color-scheme.content-override": 0 if theme == "dark" else 1, "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False, "app.normandy.enabled": False, "intl.accept_languages": "en",
            "browser.startup.page": 0, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False}
        (self.profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()))
        environment = dict(os.environ) | {"HOME": str(self.profile), "MOZ_HEADLESS": "1"}
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                break
        else:
            raise RuntimeError("Firefox does not listen")
        # What it says later is not read by anybody, and must not fill the pipe.
        self.drain = subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)
        self.tools = contextlib.ExitStack()
        self.socket = self.tools.enter_context(connect(found[1] + "/session", max_size=1 << 26, open_timeout=30))
        self.number, self.said = 0, []
        self.send("session.new", capabilities={})
        # Without a window the first page is in the background, where keys press no buttons.
        self.context = self.send("browsingContext.create", type="window")["context"]
        self.send("browsingContext.activate", context=self.context)
        self.send("session.subscribe", events=["log.entryAdded"])

    def close(self):
        self.tools.close()
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()
        self.drain.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] in ("error", "warn"):
                    self.said.append(entry["text"])
            elif message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def go(self, address):
        return self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def size(self, width, height=800):
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def run(self, expression):
        """The value of an expression of JavaScript, which may be a promise."""
        answer = self.send("script.evaluate", expression=f"Promise.resolve({expression}).then(JSON.stringify)",
                           target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def wait(self, expression, seconds=30):
        """Until an expression is true; a page may be loaded meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = self.run(expression)
                if found:
                    return found
            except (RuntimeError, AssertionError):
                pass
            time.sleep(0.05)
        raise AssertionError(f"{expression} does not become true at {self.run('location.href')}: {self.run('document.body.innerText')}")

    def text(self, part, seconds=30):
        """Waits until the page says something."""
        self.wait(f"document.body.innerText.includes({json.dumps(part)})", seconds)

    def node(self, selector):
        nodes = self.send("browsingContext.locateNodes", context=self.context, locator={"type": "css", "value": selector})["nodes"]
        assert nodes, f"there is no {selector}"
        return nodes[0]

    def click(self, selector):
        """By the mouse, in the middle of an element."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        origin = {"type": "element", "element": {"sharedId": self.node(selector)["sharedId"]}}
        self.send("input.performActions", context=self.context, actions=[{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def link(self, text):
        """The selector of the link that says something."""
        place = self.wait(f"[...document.querySelectorAll('a')].findIndex(link => link.textContent.includes({json.dumps(text)})) + 1")
        self.run(f"[...document.querySelectorAll('a')].forEach((link, place) => link.toggleAttribute('data-test', place === {place - 1}))")
        return "a[data-test]"

    def press(self, *keys):
        actions = []
        for key in keys:
            held = [KEYS[part] for part in key.split("+")[:-1]] if len(key) > 1 else []
            last = key.split("+")[-1] if len(key) > 1 else key
            value = KEYS.get(last, last)
            actions += [{"type": "keyDown", "value": part} for part in held] + [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
            actions += [{"type": "keyUp", "value": part} for part in reversed(held)]
        self.send("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def type(self, text):
        self.press(*text)

    def tab_to(self, condition, most=60):
        """By Tab alone, until the element that has the focus, `on`, is as wanted."""
        for _ in range(most):
            self.press("Tab")
            if self.run(f"(on => {condition})(document.activeElement)"):
                return
        raise AssertionError(f"no Tab leads to where {condition}")

    def files(self, selector, *paths):
        self.send("input.setFiles", context=self.context, element={"sharedId": self.node(selector)["sharedId"]}, files=[str(path) for path in paths])

    def axe(self):
        """What axe finds: its rules and the places."""
        self.send("script.callFunction", functionDeclaration=f"() => {{ {AXE} }}", target={"context": self.context}, awaitPromise=False)
        return self.run("axe.run({iframes: false, resultTypes: ['violations']}).then(found => found.violations.map("
                        "finding => finding.id + ': ' + finding.nodes.map(node => node.target).join(', ')))")

    def shot(self, path):
        data = self.send("browsingContext.captureScreenshot", context=self.context)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
