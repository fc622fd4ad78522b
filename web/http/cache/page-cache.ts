import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodiesOnRequest, type Body } from './bodies-on-request.ts'
import { bodyIn, brotliOf, type CachedPage } from './cached-page.ts'
import { acceptsZstandard, chooseEncoding } from './choose-encoding.ts'

const MAX_BYTES = 24 * 1024 * 1024
/** After this time a page is rendered again, so that content that depends on the date stays current. */
const FRESH_MS = 10 * 60 * 1_000
/** In a rush each order empties the cache: only pages that stay longer than this are worth their brotli. */
const BROTLI_AFTER_MS = 1_000

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
    if (page === undefined || Date.now() - page.renderedAt > FRESH_MS) return undefined
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
    const { headers, bytes } = this.#bodyFor(accepted, page)
    response.writeHead(page.status, more ? [...headers, ...more] : headers)
    if (request.method === 'HEAD') response.end()
    else response.end(bytes)
  }

  #bodyFor(accepted: string | undefined, page: CachedPage): Body {
    const { compressed, renderedAt } = page
    if (compressed.encoding === 'zstd' && acceptsZstandard(accepted)) {
      if (Date.now() - renderedAt < BROTLI_AFTER_MS) return compressed
    }
    const encoding = chooseEncoding(accepted)
    return encoding === 'br' ? brotliOf(page) : this.#other(encoding, page)
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
