import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/**
 * A rendered page in every encoding, with its headers written out once: answering copies nothing. Uncompressed it is
 * kept as gzip too, and unpacked for the few who ask for it so: it would be two thirds of the cache otherwise.
 */
export interface CachedPage {
  status: number
  etag: string
  variants: Record<Encoding, { headers: string[]; body: Buffer }>
  notModifiedHeaders: string[]
  bytes: number
  /** After this time the page is rendered again, so that nothing that depends on the date grows old. */
  freshUntil: number
}

const MOST_BYTES = 32 * 1024 * 1024
const FRESH_MS = 10 * 60 * 1_000

/**
 * Public pages, kept compressed and answered before the application is reached. One copy for each address, declared
 * query and display currency. `clear` empties it; a page that was being rendered meanwhile is answered, not kept.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #rendering = new Map<string, Promise<CachedPage>>()
  readonly #keeps: boolean
  #bytes = 0
  #generation = 0

  constructor({ keep } = { keep: true }) {
    this.#keeps = keep
  }

  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined || page.freshUntil < Date.now()) return undefined
    return page
  }

  /** The page under `key`, rendered once however many ask for it at the same time. Only a 200 is kept. */
  async findOrRender(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
    const known = this.find(key) ?? this.#rendering.get(key)
    if (known) return known
    const generation = this.#generation
    const rendering = render()
    this.#rendering.set(key, rendering)
    try {
      const page = await rendering
      if (this.#keeps && page.status === 200 && generation === this.#generation) this.#keep(key, page)
      return page
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    }
  }

  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#rendering.clear()
    this.#bytes = 0
  }

  #keep(key: string, page: CachedPage): void {
    this.#bytes += page.bytes - (this.#pages.get(key)?.bytes ?? 0)
    this.#pages.delete(key)
    this.#pages.set(key, page)
    for (const [oldest, { bytes }] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break
      this.#pages.delete(oldest)
      this.#bytes -= bytes
    }
  }
}

/** Makes a page ready to be answered many times: compressed, hashed, headers written out. */
export async function preparePage(
  status: number,
  html: string,
  headers: [string, string][],
): Promise<CachedPage> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    compressGzip(identity),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const always = [...headers.flat(), 'etag', etag]
  const variant = (body: Buffer, length: number, encoding?: string) => ({
    body,
    headers: [
      ...always,
      'content-type',
      'text/html; charset=utf-8',
      'content-length',
      String(length),
      ...(encoding ? ['content-encoding', encoding] : []),
    ],
  })
  return {
    status,
    etag,
    variants: {
      br: variant(br, br.length, 'br'),
      gzip: variant(gz, gz.length, 'gzip'),
      identity: variant(gz, identity.length),
    },
    notModifiedHeaders: always,
    bytes: br.length + gz.length,
    freshUntil: Date.now() + FRESH_MS,
  }
}

/** Answers a page on a bare node response. `more` are headers of this visitor alone, such as cookies. */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  more: readonly string[] | null,
): void {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  if (known !== undefined && page.status === 200 && known.includes(page.etag)) {
    response.writeHead(304, more ? [...page.notModifiedHeaders, ...more] : page.notModifiedHeaders)
    response.end()
    return
  }
  const encoding = chooseEncoding(accepted)
  const { headers, body } = page.variants[encoding]
  response.writeHead(page.status, more ? [...headers, ...more] : headers)
  if (request.method === 'HEAD') response.end()
  else response.end(encoding === 'identity' ? gunzipSync(body) : body)
}

const REFUSED = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g

function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const offered = accepted.includes('q=0') ? accepted.replace(REFUSED, '') : accepted
  if (offered.includes('br')) return 'br'
  return offered.includes('gzip') ? 'gzip' : 'identity'
}
