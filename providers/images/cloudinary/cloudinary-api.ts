import * as v from 'valibot'
import { parseAnswer, type SupplierAnswer, type SupplierCall } from '#providers/call-supplier.ts'
import type { ConnectionReport } from '#providers/connection.ts'
import { callStore } from '#providers/images/call-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** An account of Cloudinary. */
export interface CloudinarySettings {
  cloud: string
  apiKey: string
  apiSecret: string
  /** With version and cloud, without a slash at the end. */
  api: string
  /** Where the cloud's pictures are read, without a slash at the end. */
  delivery: string
}

/** A page of the names of stored pictures. `next`: the cursor of the next page; empty at the end. */
export interface PublicIds {
  ids: string[]
  next: string
}

const SUPPLIER = 'Cloudinary'
const TIMEOUT_MS = 30_000
/** How many ids one request may contain. */
const MAX_IDS = 100

const uploaded = v.object({ public_id: v.string(), bytes: v.number(), existing: v.optional(v.boolean()) })
const destroyed = v.object({ result: v.string() })
const listed = v.object({
  resources: v.array(v.object({ public_id: v.string() })),
  next_cursor: v.optional(v.string()),
})
const described = v.object({ input: v.object({ width: v.number(), height: v.number() }) })
const refused = v.object({ error: v.object({ message: v.string() }) })

/** The calls to Cloudinary: its upload and admin APIs with the account's key, and its delivery without. */
export class CloudinaryApi {
  readonly #settings: CloudinarySettings
  readonly #report: ConnectionReport
  readonly #timeoutMs: number

  constructor(settings: CloudinarySettings, report: ConnectionReport, timeoutMs: number = TIMEOUT_MS) {
    this.#settings = settings
    this.#report = report
    this.#timeoutMs = timeoutMs
  }

  /** Stores a picture under the hash of its content: an existing one stays, so repeating the call changes nothing. */
  async upload(publicId: string, content: Blob): Promise<void> {
    const { bytes, existing } = await this.#post('/image/upload', uploaded, () => {
      const form = new FormData()
      form.set('public_id', publicId)
      form.set('overwrite', 'false')
      form.set('file', content, 'picture')
      return form
    })
    if (existing !== true && bytes !== content.size) {
      throw unreadable('stored a different number of bytes than it was sent.')
    }
  }

  /** False when there is no picture of this name. */
  async destroy(publicId: string): Promise<boolean> {
    const { result } = await this.#post(
      '/image/destroy',
      destroyed,
      () => new URLSearchParams({ public_id: publicId, invalidate: 'true' }),
    )
    return result === 'ok'
  }

  async list(prefix: string, { cursor, limit }: { cursor: string; limit: number }): Promise<PublicIds> {
    const query = new URLSearchParams({ prefix, max_results: String(Math.min(limit, 500)) })
    if (cursor !== '') query.set('next_cursor', cursor)
    const { resources, next_cursor: next = '' } = await this.#resources(query)
    return { ids: resources.map(({ public_id: id }) => id), next }
  }

  /** The names that exist. */
  async existing(publicIds: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>()
    for (let at = 0; at < publicIds.length; at += MAX_IDS) {
      const some = publicIds.slice(at, at + MAX_IDS)
      const query = new URLSearchParams(some.map((id) => ['public_ids[]', id]))
      query.set('max_results', String(MAX_IDS))
      for (const { public_id: id } of (await this.#resources(query)).resources) found.add(id)
    }
    return found
  }

  /** The public address of a picture; `transformation` as in `f_auto,q_auto,w_480`, empty for the original. */
  address(publicId: string, transformation: string): string {
    return [this.#settings.delivery, 'image/upload', transformation, 'v1', publicId].filter(Boolean).join('/')
  }

  /** The bytes at a public address; null when there is no such picture. */
  async read(publicId: string, transformation: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return (await this.#deliver(publicId, transformation))?.bytes ?? null
  }

  /** The size of the original; null when there is no such picture. */
  async sizeOf(publicId: string): Promise<{ width: number; height: number } | null> {
    const answer = await this.#deliver(publicId, 'fl_getinfo')
    return answer && checked(answer, described).input
  }

  async #deliver(publicId: string, transformation: string): Promise<SupplierAnswer | null> {
    const call = { ...this.#base(), url: this.address(publicId, transformation) }
    try {
      return await callStore(this.#report, async () => call, { mayMiss: true })
    } catch (error) {
      if (error instanceof SupplierError && error.kind === 'not-found') return null
      throw error
    }
  }

  async #resources(query: URLSearchParams): Promise<v.InferOutput<typeof listed>> {
    return this.#ask({ path: `/resources/image/upload?${query}` }, listed)
  }

  #post<T>(path: string, schema: v.GenericSchema<unknown, T>, body: () => BodyInit): Promise<T> {
    return this.#ask({ path, body }, schema)
  }

  async #ask<T>(
    { path, body }: { path: string; body?: () => BodyInit },
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T> {
    const { api, apiKey, apiSecret } = this.#settings
    const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
    const answer = await callStore(this.#report, async () => ({
      ...this.#base(),
      url: api + path,
      headers: { authorization },
      ...(body && { method: 'POST', body: body() }),
    }))
    try {
      return checked(answer, schema)
    } catch (error) {
      if (error instanceof SupplierError) this.#report.failed(error.message)
      throw error
    }
  }

  #base(): Omit<SupplierCall, 'url'> {
    const { apiKey, apiSecret } = this.#settings
    return {
      supplier: SUPPLIER,
      timeoutMs: this.#timeoutMs,
      secrets: [apiSecret, apiKey],
      wordsOf: (body) => {
        const failure = v.safeParse(refused, body)
        return failure.success ? failure.output.error.message : undefined
      },
    }
  }
}

function checked<T>(answer: SupplierAnswer, schema: v.GenericSchema<unknown, T>): T {
  return parseAnswer({ supplier: SUPPLIER }, answer, (json) => {
    const parsed = v.safeParse(schema, json)
    return parsed.success ? parsed.output : null
  })
}

function unreadable(what: string): SupplierError {
  return new SupplierError(`${SUPPLIER} ${what}`, { supplier: SUPPLIER, kind: 'unreadable' })
}
