import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { BodiesOnRequest, type Body } from './bodies-on-request.ts'
import { chooseEncoding } from './choose-encoding.ts'

const compressBrotli = promisify(brotliCompress)
/** A lower quality does not fit a page into the first packets; a higher one saves a few bytes a page. */
const QUALITY = 5
/** The window as a power of two. A larger one than its page takes longer to set up than the page to compress. */
const WINDOW = { least: 16, most: 18 }
/** Up to so many bytes, handing the work to another thread takes longer than the work. */
const MAX_AT_ONCE = 128 * 1024

/** A rendered page with its headers, ready to be sent without copying. */
export interface CachedPage {
  status: number
  etag: string
  /** As almost every client takes it. Other encodings are made of it: see BodiesOnRequest. */
  br: Body
  /** The uncompressed page; null once it is in the cache, where it would be most of the size. */
  plain: Buffer | null
  /** The headers of every answer. */
  headers: string[]
  type: string
  /** Whether an answer may carry the visitor's cookies: pages do, answers to programs do not. */
  setsCookies: boolean
  /** Size in the cache. */
  bytes: number
  /** Requested since the cache last made room. */
  isWanted: boolean
  /** After this time the page is rendered again, so that content that depends on the date stays current. */
  freshUntil: number
}

const MAX_BYTES = 24 * 1024 * 1024
/** What an entry takes besides its body: its key and its headers. */
const ENTRY_BYTES = 3 * 1024
const FRESH_MS = 10 * 60 * 1_000

/**
 * The cache of public pages and of the API's answers to everyone, compressed and served before the request reaches the
 * application. One entry for each address, declared query and display currency. `clear` empties it; a page that is
 * being rendered at that moment is served but not cached. When it is full, pages without recent requests are dropped.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #rendering = new Map<string, Promise<CachedPage>>()
  readonly #keeps: boolean
  readonly #plain = new BodiesOnRequest((page: CachedPage) => bodyIn('identity', page))
  readonly #gzip = new BodiesOnRequest((page: CachedPage) => bodyIn('gzip', page))
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
    this.#gzip.clear()
    this.#bytes = 0
  }

  /** Sends a page on a bare node response. `cookies`: headers for this visitor only. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    page: CachedPage,
    cookies: readonly string[] | null,
  ): void {
    const more = page.setsCookies ? cookies : null
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers
    if (known !== undefined && page.status === 200 && known.includes(page.etag)) {
      response.writeHead(304, more ? [...page.headers, ...more] : page.headers)
      response.end()
      return
    }
    const encoding = chooseEncoding(accepted)
    const { headers, bytes } = encoding === 'br' ? page.br : this.#other(encoding, page)
    response.writeHead(page.status, more ? [...headers, ...more] : headers)
    if (request.method === 'HEAD') response.end()
    else response.end(bytes)
  }

  /** What is not cached, such as a personal page, is not kept in another encoding either. */
  #other(encoding: 'gzip' | 'identity', page: CachedPage): Body {
    if (page.plain !== null) return bodyIn(encoding, page)
    return encoding === 'gzip' ? this.#gzip.of(page) : this.#plain.of(page)
  }

  #keep(key: string, page: CachedPage): void {
    this.#bytes += page.bytes - (this.#pages.get(key)?.bytes ?? 0)
    this.#pages.delete(key)
    this.#pages.set(key, page)
    page.plain = null
    for (const [oldest, old] of this.#pages) {
      if (this.#bytes <= MAX_BYTES) break
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

/** Prepares a page for the cache. */
export function preparePage(status: number, html: string, headers: [string, string][]): Promise<CachedPage> {
  return prepareAnswer({ status, type: 'text/html; charset=utf-8', body: html, headers, setsCookies: true })
}

interface WholeAnswer {
  status: number
  type: string
  body: string
  headers: [string, string][]
  setsCookies: boolean
}

/** Prepares an answer for the cache: compressed, hashed, with its headers. */
export async function prepareAnswer({
  status,
  type,
  body,
  headers,
  setsCookies,
}: WholeAnswer): Promise<CachedPage> {
  const plain = Buffer.from(body)
  const br = await compress(plain)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const page = {
    status,
    etag,
    type,
    headers: [...headers.flat(), 'etag', etag],
    plain,
    setsCookies,
    bytes: br.length + ENTRY_BYTES,
    isWanted: false,
    freshUntil: Date.now() + FRESH_MS,
  }
  return { ...page, br: bodyOf(page, br, 'br') }
}

async function compress(plain: Buffer): Promise<Buffer> {
  const window = plain.length <= 2 ** WINDOW.least ? WINDOW.least : WINDOW.most
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return plain.length <= MAX_AT_ONCE
    ? brotliCompressSync(plain, { params })
    : compressBrotli(plain, { params })
}

function bodyOf(page: Pick<CachedPage, 'headers' | 'type'>, bytes: Buffer, encoding?: 'br' | 'gzip'): Body {
  const ofBody = ['content-type', page.type, 'content-length', String(bytes.length)]
  const encoded = encoding ? ['content-encoding', encoding] : []
  return { headers: [...page.headers, ...ofBody, ...encoded], bytes }
}

function bodyIn(encoding: 'gzip' | 'identity', page: CachedPage): Body {
  const plain = page.plain ?? brotliDecompressSync(page.br.bytes)
  return encoding === 'gzip' ? bodyOf(page, gzipSync(plain), 'gzip') : bodyOf(page, plain)
}
