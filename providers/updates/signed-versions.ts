import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { callSupplier } from '#providers/call-supplier.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { PublishedVersion, PublishedVersions } from './published-versions.ts'

/** Where versions are announced, and the key of those who may announce one. */
export interface UpdateSource {
  address: string
  key: KeyObject
}

const SUPPLIER = 'The address of UPDATES_FROM'
const MAX_BYTES = 10_000
const TIMEOUT_MS = 10_000
const ASK_EVERY_MS = 24 * 3_600_000
const RETRY_AFTER_MS = 3_600_000

const announcement = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
    news: v.nullish(v.pipe(v.string(), v.url(), v.startsWith('https://')), null),
  }),
)

/** Reads an ed25519 public key from its DER form as base64. Null when it is none. */
export function parseUpdateKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Whether a version follows another one: `0.10.0` follows `0.9.2`. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number))
  const at = [0, 1, 2].find((part) => one?.[part] !== other?.[part])
  return at !== undefined && (one?.[at] ?? 0) > (other?.[at] ?? 0)
}

/** The versions that are announced at an address, asked for once a day. Nothing is sent but the request. */
export class SignedVersions implements PublishedVersions {
  newer: PublishedVersion | null = null
  readonly #source: UpdateSource
  readonly #installed: string
  #askAt = 0

  constructor(source: UpdateSource, installed: string) {
    this.#source = source
    this.#installed = installed
  }

  async refresh(now: number): Promise<void> {
    if (now < this.#askAt) return
    this.#askAt = now + RETRY_AFTER_MS
    const newest = await this.read().catch(() => null)
    if (newest === null) return
    this.#askAt = now + ASK_EVERY_MS
    this.newer = isNewer(newest.version, this.#installed) ? newest : null
  }

  /**
   * The newest version: a line of JSON, and a line with its signature as base64. Throws SupplierError, also when
   * another key has signed it.
   */
  async read(): Promise<PublishedVersion> {
    const { address, key } = this.#source
    const call = { supplier: SUPPLIER, url: address, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }
    const [signed = '', signature = ''] = (await callSupplier(call)).text.split('\n')
    if (!verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')))
      throw unreadable('announces a version that the key of UPDATES_PUBLIC_KEY has not signed.')
    const parsed = v.safeParse(announcement, signed)
    if (!parsed.success) throw unreadable('gave an answer that the shop does not understand.')
    return parsed.output
  }
}

function unreadable(words: string): SupplierError {
  return new SupplierError(`${SUPPLIER} ${words}`, { supplier: SUPPLIER, kind: 'unreadable' })
}
