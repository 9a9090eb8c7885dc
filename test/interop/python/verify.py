"""Reads one request a line from stdin and writes one answer a line to stdout, both JSON.

Pre-authentication encoding and signatures are those of securesystemslib; what is done here is to
read base64url without padding, which that library does not.
"""

import base64
import hashlib
import json
import sys

from securesystemslib.dsse import Envelope
from securesystemslib.signer import Signature, SSlibKey


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = OPERATIONS[request["op"]](request)
        except Exception as error:  # whatever it is, it is no acceptance
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer))


def open_envelope(request):
    """`{envelope, keys: {id: text}}`: accepted when every signature is good and by one of the keys."""
    sent = json.loads(request["envelope"])
    signatures = [Signature(each["keyid"], raw(each["sig"]).hex()) for each in sent["signatures"]]
    envelope = Envelope(
        raw(sent["payload"]), sent["payloadType"], {each.keyid: each for each in signatures}
    )
    keys = [key(name, raw(text.removeprefix("ed25519:"))) for name, text in request["keys"].items()]
    envelope.verify(keys, max(1, len(signatures)))
    digest = hashlib.sha256(envelope.pae()).hexdigest()
    return {"id": f"art_{digest[:32]}", "digest": f"sha256:{digest}"}


def check_plain(request):
    """Message, signature and key in standard base64: accepted when the signature is good."""
    names = ("message_b64", "signature_b64", "public_key_b64")
    message, signature, public = (base64.b64decode(request[name], validate=True) for name in names)
    key("k", public).verify_signature(Signature("k", signature.hex()), message)
    return {}


def key(name, public):
    return SSlibKey(name, "ed25519", "ed25519", {"public": public.hex()})


def raw(text):
    """Base64url without padding, in its one spelling."""
    decoded = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if base64.urlsafe_b64encode(decoded).decode().rstrip("=") != text:
        raise ValueError("not base64url without padding")
    return decoded


OPERATIONS = {"open": open_envelope, "plain": check_plain}

if __name__ == "__main__":
    main()
