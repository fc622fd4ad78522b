import { certificateFault } from './certificate/certificate-fault.ts'
import { SupplierError, type SupplierFailure } from './supplier-error.ts'

/** A call to a supplier over HTTP. */
export interface SupplierCall {
  /** The name in messages to staff: `Airtable`. */
  supplier: string
  url: string
  method?: string
  headers?: Record<string, string>
  body?: NonNullable<RequestInit['body']>
  /** For the whole answer. */
  timeoutMs: number
  /** Texts that may be in the address or a response, and must not be in a message. */
  secrets?: readonly string[]
  /** Finds the supplier's error message in the body of a failure, which is parsed if it is JSON. */
  wordsOf?(body: unknown): string | undefined
  /** Answers longer than this are `unreadable`. */
  maxBytes?: number
}

/** A successful answer (2xx), read completely. */
export interface SupplierAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  /** The bytes as UTF-8. */
  readonly text: string
}

const MAX_BYTES = 5_000_000
/** A mistaken Retry-After must not stop a supplier for years. */
const MAX_PAUSE_MS = 3_600_000
const MAX_REASON_LENGTH = 300

/** Calls a supplier once. Throws SupplierError for anything but a complete answer with a status of 2xx. */
export async function callSupplier(call: SupplierCall): Promise<SupplierAnswer> {
  const { supplier, url, method = 'GET', headers, body, timeoutMs } = call
  const signal = AbortSignal.timeout(timeoutMs)
  let answer: Response
  let bytes: Buffer<ArrayBuffer>
  try {
    answer = await fetch(url, {
      method,
      signal,
      redirect: 'error',
      ...(headers && { headers }),
      ...(body !== undefined && { body, ...(isStream(body) && { duplex: 'half' }) }),
    })
    bytes = await readBytes(answer, call)
  } catch (error) {
    throw error instanceof SupplierError ? error : unanswered(error, call)
  }
  if (answer.ok) {
    const { status, headers: received } = answer
    return {
      status,
      headers: received,
      bytes,
      get text() {
        return bytes.toString('utf8')
      },
    }
  }
  const words = quote(bytes.toString('utf8'), call)
  throw new SupplierError(`${supplier} answered ${answer.status}${words && `: ${words}`}`, {
    supplier,
    kind: kindOf(answer.status),
    status: answer.status,
    ...(words && { words }),
    ...retryAfter(answer.headers),
  })
}

/** The answer's JSON, checked by `parse`, which returns null for another shape. */
export function parseAnswer<T>(
  { supplier }: Pick<SupplierCall, 'supplier'>,
  { text }: Pick<SupplierAnswer, 'text'>,
  parse: (json: unknown) => T | null,
): T {
  const parsed = parse(jsonOf(text))
  if (parsed !== null) return parsed
  throw new SupplierError(`${supplier} gave an answer that the shop does not understand.`, {
    supplier,
    kind: 'unreadable',
  })
}

async function readBytes(
  answer: Response,
  { supplier, maxBytes = MAX_BYTES }: SupplierCall,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength
    if (bytes > maxBytes) {
      throw new SupplierError(`${supplier} gave an answer of more than ${maxBytes} bytes.`, {
        supplier,
        kind: 'unreadable',
      })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function unanswered(error: unknown, { supplier, timeoutMs }: SupplierCall): SupplierError {
  const [kind, words] = whyUnanswered(error, timeoutMs)
  return new SupplierError(`${supplier} ${words}`, { supplier, kind, cause: error })
}

function whyUnanswered(error: unknown, timeoutMs: number): [SupplierFailure, string] {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return ['timeout', `did not answer within ${timeoutMs / 1_000} s.`]
  }
  const { name = '', code = '', message = '' } = (error as { cause?: NodeJS.ErrnoException }).cause ?? {}
  const untrusted = certificateFault(code)
  if (untrusted !== null) return ['tls', untrusted]
  if (message === 'unexpected redirect') return ['unreadable', 'redirects to another address.']
  if (name === 'HTTPParserError') {
    return ['unreadable', 'does not answer in HTTP.']
  }
  return ['unreachable', `cannot be reached${code && ` (${code})`}.`]
}

function kindOf(status: number): SupplierFailure {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not-found'
  if (status === 408) return 'timeout'
  if (status === 429 || status === 420) return 'rate-limited'
  return status >= 500 ? 'failing' : 'refused'
}

/** The header in seconds or as a date (RFC 9110). */
function retryAfter(headers: Headers): { retryAfterMs?: number } {
  const value = headers.get('retry-after')
  if (value === null) return {}
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? { retryAfterMs: Math.min(MAX_PAUSE_MS, Math.max(0, ms)) } : {}
}

function quote(text: string, { wordsOf, secrets = [] }: SupplierCall): string {
  const json = jsonOf(text)
  const words = wordsOf?.(json ?? text) ?? (json === undefined && !text.includes('<') ? text : '')
  const safe = secrets.reduce((left, secret) => (secret ? left.replaceAll(secret, '…') : left), words)
  return safe.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isStream(body: unknown): boolean {
  return body instanceof ReadableStream
}
