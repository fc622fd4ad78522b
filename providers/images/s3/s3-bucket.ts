import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { SupplierAnswer, SupplierCall } from '#providers/call-supplier.ts'
import type { ConnectionReport } from '#providers/connection.ts'
import { callStore } from '#providers/images/call-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** A bucket and its access key. */
export interface S3Settings {
  bucket: string
  region: string
  /** The address of the bucket, without a slash at the end. */
  address: string
  accessKeyId: string
  secretAccessKey: string
  /** The address where anyone can read the objects, without a slash at the end; null when the shop serves them. */
  publicUrl: string | null
}

/** The names of a bucket's objects, in their order. */
export interface ObjectNames {
  names: string[]
  /** Whether there are more. */
  more: boolean
}

interface Wanted {
  method?: string
  name?: string
  query?: Record<string, string>
  body?: Blob
  headers?: Record<string, string>
}

const SUPPLIER = 'S3'
const TIMEOUT_MS = 20_000
const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** The objects of one bucket, over HTTP with signature version 4. */
export class S3Bucket {
  readonly #settings: S3Settings
  readonly #report: ConnectionReport
  readonly #timeoutMs: number

  constructor(settings: S3Settings, report: ConnectionReport, timeoutMs: number = TIMEOUT_MS) {
    this.#settings = settings
    this.#report = report
    this.#timeoutMs = timeoutMs
  }

  /** Stores an object whose content never changes. The signature covers the content, so that the bucket checks it. */
  async put(name: string, body: Blob, type: string): Promise<void> {
    const headers = { 'content-type': type, 'cache-control': CACHE_FOREVER }
    await this.#ask({ method: 'PUT', name, body, headers })
  }

  /** The content of an object; null when there is none of this name. */
  async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return (await this.#ask({ name }, { mayMiss: true })).bytes
    } catch (error) {
      if (error instanceof SupplierError && error.kind === 'not-found') return null
      throw error
    }
  }

  /** Does nothing when there is no object of this name. */
  async delete(name: string): Promise<void> {
    await this.#ask({ method: 'DELETE', name })
  }

  /** The names that begin with `prefix`, after the name `after`. */
  async list(prefix: string, { after = '', limit = 1_000 } = {}): Promise<ObjectNames> {
    const start: Record<string, string> = after === '' ? {} : { 'start-after': after }
    const { text } = await this.#ask({
      query: { 'list-type': '2', prefix, 'max-keys': String(Math.min(limit, 1_000)), ...start },
    })
    if (!text.includes('<ListBucketResult')) {
      throw new SupplierError(`${SUPPLIER} gave an answer that the shop does not understand.`, {
        supplier: SUPPLIER,
        kind: 'unreadable',
      })
    }
    const names = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name)
    return { names, more: /<IsTruncated>true</.test(text) }
  }

  #ask(wanted: Wanted, options?: { mayMiss: boolean }): Promise<SupplierAnswer> {
    return callStore(this.#report, () => this.#signed(wanted), options)
  }

  async #signed({ method = 'GET', name, query, body, headers = {} }: Wanted): Promise<SupplierCall> {
    const { address, region, accessKeyId, secretAccessKey } = this.#settings
    const url = new URL(name === undefined ? address : `${address}/${name}`)
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': await sha256(body) },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign()
    return {
      supplier: SUPPLIER,
      url: signed.url.href,
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
      timeoutMs: this.#timeoutMs,
      secrets: [secretAccessKey, accessKeyId],
      wordsOf: errorWords,
    }
  }
}

async function sha256(body: Blob | undefined): Promise<string> {
  const hash = createHash('sha256')
  if (body) for await (const piece of body.stream()) hash.update(piece)
  return hash.digest('hex')
}

/** `<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>` */
function errorWords(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined
  const [code, message] = ['Code', 'Message'].map((tag) => new RegExp(`<${tag}>([^<]*)`).exec(body)?.[1])
  return code && (message ? `${message} (${code})` : code)
}
