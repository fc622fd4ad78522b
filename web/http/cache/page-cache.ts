import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'
import { PlainBodies } from './plain-bodies.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A rendered page in every encoding with its headers, ready to be sent without copying. */
export interface CachedPage {
  status: number
  etag: string
  headers: Record<Encoding, string[]>
  br: Buffer
  gzip: Buffer
  /** The uncompressed page; null once it is in the cache, where it would be two thirds of the size: see PlainBodies. */
  plain: Buffer | null
  notModifiedHeaders: string[]
  /** Size in the cache. */
  bytes: number
  /** Requested since the cache last made room. */
  isWanted: boolean
  /** After this time the page is rendered again, so that content that depends on the date stays current. */
  freshUntil: number
}

const MOST_BYTES = 32 * 1024 * 1024
const FRESH_MS = 10 * 60 * 1_000

/**
 * The cache of public pages, compressed and served before the request reaches the application. One entry for each
 * address, declared query and display currency. `clear` empties it; a page that is being rendered at that moment is
 * served but not cached. When it is full, pages without recent requests are dropped.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #rendering = new Map<string, Promise<CachedPage>>()
  readonly #keeps: boolean
  readonly #plain = new PlainBodies()
  #bytes = 0
  #generation = 0

  constructor({ keep } = { keep: true }) {
    this.#keeps = keep
  }

  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined || page.freshUntil < Date.now()) return undefined
    page.isWanted = true
    return page
  }

  /** Whether the page under `key` is cached or being rendered. */
  expects(key: string): boolean {
    return this.#rendering.has(key) || this.find(key) !== undefined
  }

  /** The page under `key`, rendered once for simultaneous requests. Only pages with the status `kept` are cached. */
  async findOrRender(key: string, render: () => Promise<CachedPage>, kept = 200): Promise<CachedPage> {
    const known = this.find(key) ?? this.#rendering.get(key)
    if (known) return known
    const generation = this.#generation
    const rendering = render()
    this.#rendering.set(key, rendering)
    try {
      const page = await rendering
      if (this.#keeps && page.status === kept && generation === this.#generation) this.#keep(key, page)
      return page
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    }
  }

  /** The number of cached pages. */
  get size(): number {
    return this.#pages.size
  }

  /** The size of the cached pages. */
  get bytes(): number {
    return this.#bytes
  }

  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#rendering.clear()
    this.#plain.clear()
    this.#bytes = 0
  }

  /** Sends a page on a bare node response. `more` are headers for this visitor only, such as cookies. */
  answer(
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
    const headers = page.headers[encoding]
    response.writeHead(page.status, more ? [...headers, ...more] : headers)
    if (request.method === 'HEAD') response.end()
    else response.end(encoding === 'identity' ? (page.plain ?? this.#plain.of(page)) : page[encoding])
  }

  #keep(key: string, page: CachedPage): void {
    this.#bytes += page.bytes - (this.#pages.get(key)?.bytes ?? 0)
    this.#pages.delete(key)
    this.#pages.set(key, page)
    page.plain = null
    for (const [oldest, old] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break
      this.#pages.delete(oldest)
      if (old.isWanted) {
        old.isWanted = false
        this.#pages.set(oldest, old)
      } else {
        this.#bytes -= old.bytes
      }
    }
  }
}

/** Prepares a page for the cache: compressed, hashed, with its headers. */
export async function preparePage(
  status: number,
  html: string,
  headers: [string, string][],
): Promise<CachedPage> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    compressGzip(plain),
  ])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const always = [...headers.flat(), 'etag', etag]
  const headersOf = (length: number, encoding?: string) => [
    ...always,
    'content-type',
    'text/html; charset=utf-8',
    'content-length',
    String(length),
    ...(encoding ? ['content-encoding', encoding] : []),
  ]
  return {
    status,
    etag,
    headers: {
      br: headersOf(br.length, 'br'),
      gzip: headersOf(gz.length, 'gzip'),
      identity: headersOf(plain.length),
    },
    br,
    gzip: gz,
    plain,
    notModifiedHeaders: always,
    bytes: br.length + gz.length,
    isWanted: false,
    freshUntil: Date.now() + FRESH_MS,
  }
}
