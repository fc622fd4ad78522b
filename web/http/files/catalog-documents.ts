import { randomBytes } from 'node:crypto'
import { Readable, Transform, pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Shop } from '#operations/shop.ts'
import { isKnown } from '#web/http/cache/etag.ts'

/** A document about the whole catalogue. `write` generates it in pieces, so that it is never in memory as a whole. */
export interface CatalogDocument {
  /** Identifies the document in the cache. */
  name: string
  type: string
  write(): AsyncIterable<string>
}

const MAX_BYTES = 8 * 1024 * 1024

/**
 * Serves documents about the catalogue: compressed while they are generated, cached while there is room and until the
 * catalogue changes. A client that has the current version gets a 304 without generating anything.
 */
export class CatalogDocuments {
  readonly #shop: Shop
  readonly #process = randomBytes(6).toString('hex')
  readonly #cached = new Map<string, Buffer>()
  #bytes = 0
  #changes = 0

  constructor(shop: Shop) {
    this.#shop = shop
    shop.changes.listen((topic) => {
      if (topic === 'rates') return
      this.#changes += 1
      this.#cached.clear()
      this.#bytes = 0
    })
  }

  async answer(request: Request, document: CatalogDocument): Promise<Response> {
    const state = this.state()
    const etag = `W/"${state}"`
    const headers = new Headers({ 'cache-control': 'public, no-cache', etag, vary: 'accept-encoding' })
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
    headers.set('content-type', document.type)
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
      request.headers.get('accept-encoding') ?? '',
    )
    if (takesGzip) headers.set('content-encoding', 'gzip')
    if (request.method === 'HEAD') return new Response(null, { headers })
    const cached = this.#cached.get(document.name)
    const packed = cached ? Readable.from([cached]) : await this.#pack(document, state)
    const body = takesGzip ? packed : pipeline(packed, createGunzip(), () => {})
    return new Response(Readable.toWeb(body) as ReadableStream, { headers })
  }

  /** Identifies the state of the catalogue: changes with each edit and each start of the shop. */
  state(): string {
    return `${this.#process}-${this.#changes}`
  }

  /** Rejects when the beginning cannot be generated, while an error response is still possible. */
  async #pack({ name, write }: CatalogDocument, state: string): Promise<Readable> {
    const units = write()[Symbol.asyncIterator]()
    const beginning = [await units.next(), await units.next()]
    const chunks: Buffer[] = []
    let bytes = 0
    const keeping = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes <= MAX_BYTES) chunks.push(chunk)
        else chunks.length = 0
        done(null, chunk)
      },
      flush: (done) => {
        if (state === this.state() && this.#bytes + bytes <= MAX_BYTES && !this.#cached.has(name)) {
          this.#cached.set(name, Buffer.concat(chunks))
          this.#bytes += bytes
        }
        done()
      },
    })
    return pipeline(Readable.from(this.#whole(name, beginning, units)), createGzip(), keeping, () => {})
  }

  /** The cause goes to the log only: once a response has begun, the server would write the error message into it. */
  async *#whole(
    name: string,
    beginning: IteratorResult<string>[],
    rest: AsyncIterator<string>,
  ): AsyncGenerator<string> {
    const read = () =>
      rest.next().catch((error: unknown) => {
        this.#shop.log.error('A document about the catalogue could not be finished', error, { name })
        throw new Error('The document could not be finished', { cause: error })
      })
    for (const { done, value } of beginning) if (!done) yield value
    for (let next = await read(); !next.done; next = await read()) yield next.value
  }
}

const documentsOf = new WeakMap<Shop, CatalogDocuments>()

export function catalogDocuments(shop: Shop): CatalogDocuments {
  const documents = documentsOf.get(shop) ?? new CatalogDocuments(shop)
  documentsOf.set(shop, documents)
  return documents
}
