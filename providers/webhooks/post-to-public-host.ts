import { Agent as HttpAgent, request as requestOverHttp, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestOverHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkedLookup, isPublicAddress, NotPublicError } from '#providers/public-host.ts'

/** How long an answer may take, in all. */
const TIMEOUT_MS = 15_000
/** How much of an answer is kept; the rest is not read. */
const MAX_ANSWER_BYTES = 2_000
/** At once, to one host. */
const MAX_SOCKETS = 8

/** Whether a web address may be posted to, as far as that can be told before its name is resolved. */
export function mayPostTo(url: string, { toInner }: { toInner: boolean }): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (username !== '' || password !== '' || host === '') return false
  if (toInner) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
}

const POOL = { keepAlive: true, maxSockets: MAX_SOCKETS }
const agents = {
  public: { 'https:': new HttpsAgent(POOL), 'http:': new HttpAgent(POOL) },
  inner: { 'https:': new HttpsAgent(POOL), 'http:': new HttpAgent(POOL) },
}

/**
 * Posts a body, and answers the status and the first bytes of what came back. Redirects are not followed. Throws when
 * nothing is answered in time, and NotPublicError for a host that is not public, unless `toInner`.
 */
export async function postToPublicHost(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { toInner, timeoutMs = TIMEOUT_MS }: { toInner: boolean; timeoutMs?: number },
): Promise<{ status: number; text: string }> {
  if (!mayPostTo(url, { toInner })) throw new NotPublicError('The address is not on the public internet.')
  const protocol = new URL(url).protocol === 'http:' ? 'http:' : 'https:'
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: agents[toInner ? 'inner' : 'public'][protocol],
    signal: AbortSignal.timeout(timeoutMs),
    ...(!toInner && { lookup: checkedLookup() }),
  }
  return new Promise((answered, failed) => {
    const send = protocol === 'http:' ? requestOverHttp : requestOverHttps
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const end = () => {
        const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString()
        answered({ status: response.statusCode ?? 0, text })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size < MAX_ANSWER_BYTES) return
        end()
        response.destroy()
      })
      response.on('end', end)
      response.on('error', failed)
    })
    request.on('error', (error) =>
      failed(
        error.name === 'TimeoutError' || error.name === 'AbortError'
          ? new Error(`No answer within ${timeoutMs / 1000} seconds.`)
          : error,
      ),
    )
    // Of an answer in another protocol only the end is told.
    request.on('close', () => failed(new Error('The connection was closed without an answer.')))
    request.end(body)
  })
}
