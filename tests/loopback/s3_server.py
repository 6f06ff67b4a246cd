"""An S3 on loopback that speaks enough of the real wire for objects, and checks every signature (AWS Signature V4).

`with S3Server("bucket") as server: … server.endpoint … server.objects["key"]`
"""

from __future__ import annotations

import hashlib
import hmac
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, quote, urlsplit
from uuid import uuid4

ACCESS_KEY = "test-access-key"
SECRET_KEY = "test-secret-key"


class S3Server:
    def __init__(self, bucket: str) -> None:
        self.bucket = bucket
        self.objects: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.is_broken = False
        owner = self

        class Handler(_Handler):
            s3 = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> S3Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    s3: S3Server
    protocol_version = "HTTP/1.1"

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        url = urlsplit(self.path)
        query = dict(parse_qsl(url.query, keep_blank_values=True))
        bucket, _, key = url.path[1:].partition("/")
        if self.s3.is_broken:
            return self._answer(403, b"<Error><Code>AccessDenied</Code></Error>")
        if bucket != self.s3.bucket or not _is_signed(self, url.path, query, body):
            return self._answer(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
        return self._do(key, query, body)

    def _do(self, key: str, query: dict[str, str], body: bytes) -> None:
        s3, upload = self.s3, query.get("uploadId", "")
        match self.command:
            case "POST" if "delete" in query:
                keys = re.findall(r"<Key>(.*?)</Key>", body.decode())
                for gone in keys:
                    s3.objects.pop(gone, None)
                told = "".join(f"<Deleted><Key>{gone}</Key></Deleted>" for gone in keys)
                self._answer(200, _xml("DeleteResult", told))
            case "POST" if "uploads" in query:
                upload = uuid4().hex
                s3.uploads[upload] = {}
                self._answer(200, _xml("InitiateMultipartUploadResult", f"<UploadId>{upload}</UploadId>"))
            case "PUT" | "POST" if upload and upload not in s3.uploads:
                self._answer(404, b"<Error><Code>NoSuchUpload</Code></Error>")  # it was aborted meanwhile
            case "PUT" if upload:
                s3.uploads[upload][int(query["partNumber"])] = body
                self._answer(200)
            case "POST" if upload:
                parts = s3.uploads.pop(upload)
                s3.objects[key] = b"".join(parts[number] for number in sorted(parts))
                self._answer(200, _xml("CompleteMultipartUploadResult", '<ETag>"e"</ETag>'))
            case "DELETE" if upload:
                s3.uploads.pop(upload, None)
                self._answer(204)
            case "PUT":
                s3.objects[key] = body
                self._answer(200)
            case "DELETE":
                s3.objects.pop(key, None)
                self._answer(204)
            case _ if key in s3.objects:
                self._answer(200, s3.objects[key])
            case _:
                self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _serve

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.send_header("etag", '"e"')
        self.send_header("last-modified", "Sun, 15 Nov 2026 00:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def _xml(name: str, inner: str) -> bytes:
    return f'<?xml version="1.0"?><{name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{inner}</{name}>'.encode()


def _is_signed(request: BaseHTTPRequestHandler, path: str, query: dict[str, str], body: bytes) -> bool:
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    given = dict(piece.strip().split("=", 1) for piece in rest.split(",") if "=" in piece)
    if scheme != "AWS4-HMAC-SHA256" or not given.get("Credential", "").startswith(f"{ACCESS_KEY}/"):
        return False
    _, day, region, service, _ = given["Credential"].split("/")
    named = given["SignedHeaders"].split(";")
    said = request.headers.get("x-amz-content-sha256", "")
    if said not in ("UNSIGNED-PAYLOAD", hashlib.sha256(body).hexdigest()):
        return False
    canonical = "\n".join(
        (
            request.command,
            quote(path, safe="/-_.~"),
            "&".join(f"{quote(name, safe='')}={quote(query[name], safe='')}" for name in sorted(query)),
            *(f"{name}:{request.headers.get(name, '').strip()}" for name in named),
            "",
            given["SignedHeaders"],
            said,
        )
    )
    key = f"AWS4{SECRET_KEY}".encode()
    for step in (day, region, service, "aws4_request"):
        key = hmac.new(key, step.encode(), hashlib.sha256).digest()
    text = "\n".join(
        (
            scheme,
            request.headers.get("x-amz-date", ""),
            f"{day}/{region}/{service}/aws4_request",
            hashlib.sha256(canonical.encode()).hexdigest(),
        )
    )
    return hmac.compare_digest(hmac.new(key, text.encode(), hashlib.sha256).hexdigest(), given["Signature"])
