import { gunzipSync } from 'node:zlib'

const MOST_BYTES = 8 * 1024 * 1024

/**
 * Cached pages for clients that accept no compression: decompressed on first request, and kept while there is room. The
 * least recently requested is dropped first.
 */
export class PlainBodies {
  readonly #bodies = new Map<object, Buffer>()
  readonly #most: number
  #bytes = 0
  #newest: { page: object; body: Buffer } | null = null

  constructor({ most } = { most: MOST_BYTES }) {
    this.#most = most
  }

  of(page: { gzip: Buffer }): Buffer {
    if (this.#newest?.page === page) return this.#newest.body
    const known = this.#bodies.get(page)
    const body = known ?? gunzipSync(page.gzip)
    if (known) this.#bodies.delete(page)
    else this.#bytes += body.length
    this.#bodies.set(page, body)
    this.#newest = { page, body }
    if (this.#bytes > this.#most) this.#forgetOldest()
    return body
  }

  clear(): void {
    this.#bodies.clear()
    this.#newest = null
    this.#bytes = 0
  }

  #forgetOldest(): void {
    for (const [page, { length }] of this.#bodies) {
      if (this.#bytes <= this.#most) return
      this.#bodies.delete(page)
      this.#bytes -= length
    }
  }
}
