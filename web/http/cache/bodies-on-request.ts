/** What is sent of a page in one encoding. */
export interface Body {
  headers: string[]
  bytes: Buffer
}

const MAX_BYTES = 8 * 1024 * 1024

/**
 * Cached pages in an encoding that few clients ask for: made on the first request, and kept while there is room. The
 * least recently requested is dropped first.
 */
export class BodiesOnRequest<Page extends object> {
  readonly #make: (page: Page) => Body
  readonly #most: number
  readonly #bodies = new Map<Page, Body>()
  #bytes = 0
  #newest: { page: Page; body: Body } | null = null

  constructor(make: (page: Page) => Body, { most } = { most: MAX_BYTES }) {
    this.#make = make
    this.#most = most
  }

  of(page: Page): Body {
    if (this.#newest?.page === page) return this.#newest.body
    const known = this.#bodies.get(page)
    const body = known ?? this.#make(page)
    if (known) this.#bodies.delete(page)
    else this.#bytes += body.bytes.length
    this.#bodies.set(page, body)
    this.#newest = { page, body }
    if (this.#bytes > this.#most) this.#evictOldest()
    return body
  }

  clear(): void {
    this.#bodies.clear()
    this.#newest = null
    this.#bytes = 0
  }

  #evictOldest(): void {
    for (const [page, { bytes }] of this.#bodies) {
      if (this.#bytes <= this.#most) return
      this.#bodies.delete(page)
      this.#bytes -= bytes.length
    }
  }
}
