#!/usr/bin/env python3
"""copy-from-firefox.py FILE.pdf…: prints what Ctrl+A and Ctrl+C copy from each PDF in Firefox's viewer.

Needs the Debian package firefox-esr. It runs without a window and is spoken to through Marionette on a port of this
machine; its profile is a folder that is removed again.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PORT = 28297
CLIPBOARD = """
const transfer = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable);
transfer.init(null);
transfer.addDataFlavor("text/plain");
Services.clipboard.getData(transfer, Services.clipboard.kGlobalClipboard);
const data = {};
transfer.getTransferData("text/plain", data);
return data.value.QueryInterface(Ci.nsISupportsString).data;
"""
CONTROL = "\ue009"


class Marionette:
    """Messages are JSON behind their length."""
    def __init__(self):
        for _ in range(120):
            try:
                self.socket = socket.create_connection(("127.0.0.1", PORT), timeout=90)
                break
            except OSError:
                time.sleep(0.5)
        self.rest = b""
        self.number = 0
        self.read()
        self("WebDriver:NewSession", capabilities={})

    def read(self):
        while b":" not in self.rest:
            self.rest += self.socket.recv(1 << 16)
        length, rest = self.rest.split(b":", 1)
        while len(rest) < int(length):
            rest += self.socket.recv(1 << 16)
        self.rest = rest[int(length):]
        return json.loads(rest[:int(length)])

    def __call__(self, command, **arguments):
        self.number += 1
        message = json.dumps([0, self.number, command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(error["message"])
        return result


def copied(firefox, path):
    firefox("Marionette:SetContext", value="content")
    firefox("WebDriver:Navigate", url=pathlib.Path(path).resolve().as_uri())
    # The words come after the page, which is loaded by then.
    time.sleep(3)
    firefox("WebDriver:ExecuteScript", script="document.querySelector('#viewerContainer').focus()", args=[])
    keys = [("keyDown", CONTROL), ("keyDown", "a"), ("keyUp", "a"), ("keyDown", "c"), ("keyUp", "c"), ("keyUp", CONTROL)]
    pressed = [{"type": kind, "value": value} for kind, value in keys]
    firefox("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": pressed}])
    time.sleep(2)
    firefox("Marionette:SetContext", value="chrome")
    return firefox("WebDriver:ExecuteScript", script=CLIPBOARD, args=[])["value"]


def main(paths):
    profile = pathlib.Path(tempfile.mkdtemp())
    (profile / "user.js").write_text(f'user_pref("marionette.port", {PORT});\n')
    program = subprocess.Popen(
        ["firefox-esr", "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile],
        env=dict(os.environ, HOME=str(profile)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        firefox = Marionette()
        for path in paths:
            print(f"== {path}\n{copied(firefox, path)}")
        firefox("Marionette:Quit", flags=["eForceQuit"])
    finally:
        program.terminate()
        program.wait()
        shutil.rmtree(profile, ignore_errors=True)


main(sys.argv[1:])
