"""What supervisors, workers and journals write."""
from . import fixtures, prefixed, seeds

RESULTS = [
    b'{"input":"a.heic","output":"%OUT","from":"public.heic","to":"public.jpeg","status":"done","route":["HEIC","Picture","JPEG"],'
    b'"bytesIn":3000,"bytesOut":2000,"seconds":0.25,"ledger":[{"what":"alpha","action":"dropped","why":"flattened on white"}],'
    b'"warnings":["w"],"unused":[{"option":"quality","why":"the result is lossless"}],"receipt":{"pages":[1]}}',
    b'{"input":"a","status":"failed","error":{"code":"limitExceeded","message":"m","file":"a",'
    b'"limit":{"name":"memory","needed":3000000000,"allowed":2000000000}}}',
    b'{"input":"a","inputHex":"ff","status":"skipped","why":"it exists","outputs":["a","b"],"outputsHex":[null,"62"]}',
    b'{"input":"a","inputs":["a","b"],"inputsHex":[null,"ff"],"status":"failed","partial":true,"error":{"code":"damagedInput",'
    b'"message":""}}',
    b'{"input":"a.zip//b","status":"planned"}',
]
WORKER = [
    b'{"ready":["no network wall"]}', b'{"unfit":{"code":"sandboxUnavailable","message":"m"}}', b'{"progress":0.5}',
    b'{"wants":"%OUT"}', b'{"wants":null}', b'{"wants":true}', b'{"wants":false}', b'{"wants":"%OUT","wantsHex":"ff"}',
    b'{"link":"612f62","target":"2e2e2f63"}', b'{"folder":"61","permissions":493}', b'{"files":[["6162",3],["63",null]]}',
    b'{"listed":null}', b'{"listed":{"code":"damagedInput","message":"m"}}', b'{"surveyed":[{"option":"quality","why":"w"}]}',
    b'{"surveyed":null}',
] + [b'{"finished":%s,"leaving":false,"modified":1700000000000000000}' % result for result in RESULTS]
REQUEST = b'{"input":"a.zip//b","output":"o","to":"folder","options":{"quality":0.5}}'
SUPERVISOR = [
    b'{"begin":"auto","folder":"fills"}', b'{"begin":"off","folder":null}', b'{"source":true}', b'{"further":true}',
    b'{"index":"a/index","indexHex":"612f69"}', b'{"granted":true}', b'{"refused":{"code":"outputExists","message":"m","file":"f"}}',
    b'{"list":{"input":"a.zip//*.csv","output":"o","to":"csv"},"archiveLength":5}',
    b'{"survey":{"input":"a","output":"o","to":"png"}}',
    b'{"convert":%s,"threads":2,"password":"7365","userPassword":"","ownerPassword":"00","furtherPasswords":["61"],'
    b'"namesPassword":true,"archiveLength":5,"arrangement":"asIs"}' % REQUEST,
    b'{"convert":{"verb":"merge","input":"a","more":[{"input":"b//c"}],"output":"o.pdf","to":"pdf"},"threads":1}',
]


@seeds("worker-messages")
def worker():
    return prefixed(lines(WORKER), [3], [255])


@seeds("supervisor-messages")
def supervisor():
    return prefixed(lines(SUPERVISOR), [3], [255])


def lines(messages):
    yield "all", b"\n".join(messages) + b"\n"
    for index, message in enumerate(messages):
        yield str(index), message + b"\n"


@seeds("supervision")
def supervision():
    """The first byte chooses the requests."""
    done, failed, skipped, partial, planned = RESULTS
    ready, finished = WORKER[0], b'{"finished":%s,"leaving":%s,"modified":5}'
    scripts = {
        "done": [ready, b'{"wants":"%OUT"}', finished % (done, b"false")],
        "twice": [ready, b'{"wants":"%OUT"}', finished % (done, b"false"), b'{"wants":"%OUT"}', finished % (done, b"true")],
        "companions": [ready, b'{"wants":"%OUT"}', b'{"wants":"%OUT-2"}', b'{"wants":"%OUT-image"}', finished % (done, b"true")],
        "elsewhere": [ready, b'{"wants":"%OUT/../../x"}'],
        "folder": [ready, b'{"link":"612f62","target":"63"}', b'{"folder":"61","permissions":511}', finished % (done, b"true")],
        "out": [ready, b'{"link":"61","target":"2e2e2f2e2e2f78"}', finished % (done, b"true")],
        "partial": [ready, b'{"wants":true}', finished % (partial, b"false")],
        "failed": [ready, b'{"progress":0.1}', finished % (failed, b"false")],
        "skipped": [ready, finished % (skipped, b"false")],
        "planned": [ready, finished % (planned, b"false")],
        "unfit": [WORKER[1]], "late": [b'{"progress":1e300}', ready, ready], "listed": [ready, WORKER[10], WORKER[11]],
        "nothing": [b""], "nonsense": [b"{", b"[]"],
    }
    return prefixed(((name, b"\n".join(script) + b"\n") for name, script in scripts.items()), [0], [0x12], [0x24], [3])


@seeds("result")
def results():
    yield from fixtures("result.json")
    for index, result in enumerate(RESULTS):
        yield str(index), result


@seeds("journal")
def journal():
    key = b"0123456789abcdef0123456789abcdef"
    done = (b'{"key":"%s","input":"/in/a.heic","status":"done","bytesIn":3000,"inputModified":1690000000000000000,'
            b'"output":"/out/a.jpg","bytesOut":2000,"modified":1700000000000000000,"digest":"crc32:0badf00d",'
            b'"companions":[{"output":"/out/b","outputHex":"ff","bytesOut":1,"modified":2}]}\n' % key)
    failed = (b'{"key":"%s","input":"b","status":"failed","bytesIn":7,"error":{"code":"limitExceeded","message":"m",'
              b'"limit":{"name":"seconds","needed":2,"allowed":1}}}\n' % key[::-1])
    yield "both", done + failed
    yield "done", done
    yield "failed", failed + done[:50]
