"""A mail server of aiosmtpd for aiosmtpd.suppliers.test.ts: STARTTLS and a login are required. It prints its port, then
each mail as Python's own parser reads it, one JSON object a line."""

import asyncio
import json
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult

certificate, key, password = sys.argv[1:]
REFUSED = {
    "gone@shopper.example": "550 5.1.1 No such mailbox",
    "later@shopper.example": "451 4.7.1 Greylisted, try again later",
}


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in REFUSED:
            return REFUSED[address]
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Recipient accepted"

    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=policy.default)
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        defects = [str(defect) for part in mail.walk() for defect in part.defects]
        defects += [str(defect) for value in mail.values() for defect in getattr(value, "defects", [])]
        headers = {name.lower(): str(value) for name, value in mail.items()}
        print(json.dumps({"from": envelope.mail_from, "to": envelope.rcpt_tos, "headers": headers,
                          "type": mail.get_content_type(), "parts": parts, "defects": defects}), flush=True)
        return "250 2.0.0 Accepted by aiosmtpd"


def check(server, session, envelope, mechanism, data):
    return AuthResult(success=data.password == password.encode(), handled=False)


async def main():
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    options = {"tls_context": tls, "require_starttls": True, "auth_required": True, "authenticator": check}
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Mailbox(), hostname="mail.example", **options), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
