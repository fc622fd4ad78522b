// npm run webhooks:listen -- whsec_...   shows what a webhook of the shop gets, and checks who signed it.
//
// Listens at http://127.0.0.1:4000 only (or PORT). The shop sends there with WEBHOOKS_TO_INNER=on.

import { createServer } from 'node:http'
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAX_AGE_SECONDS = 300

const secret = process.argv[2] ?? process.env['WEBHOOK_SECRET'] ?? ''
const port = Number(process.env['PORT'] ?? 4000)

function fault(headers: Record<string, string | string[] | undefined>, body: string): string | null {
  if (secret === '') return 'not checked: give the secret, npm run webhooks:listen -- whsec_...'
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (Math.abs(Date.now() / 1000 - Number(at)) > MAX_AGE_SECONDS) return 'REFUSED: older than five minutes'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  const isSigned = (signatures ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? null : 'REFUSED: not signed with this secret'
}

createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const wrong = fault(request.headers, body)
    const isRefused = wrong?.startsWith('REFUSED') ?? false
    response.writeHead(isRefused ? 400 : 204).end()
    let shown = body
    try {
      shown = JSON.stringify(JSON.parse(body), null, 2)
    } catch {}
    console.log(`${String(request.headers['webhook-id'])}  ${wrong ?? 'signed by the shop'}\n${shown}\n`)
  })().catch((error: unknown) => console.error(error))
}).listen(port, '127.0.0.1', () => {
  console.log(`Add the webhook http://127.0.0.1:${port}/ to a shop that runs with WEBHOOKS_TO_INNER=on.\n`)
})
