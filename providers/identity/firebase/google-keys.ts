import * as v from 'valibot'
import { callSupplier, parseAnswer } from '#providers/call-supplier.ts'
import type { ConnectionReport } from '#providers/connection.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** How long keys are kept when Google sends no Cache-Control. */
const CACHE_MS = 300_000
/** The keys are fetched again for an unknown key id at most once in this time. */
const REFETCH_AFTER_MS = 60_000

const certificates = v.record(v.string(), v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----')))

interface GoogleKeysOptions {
  report: ConnectionReport
  now: () => number
  timeoutMs: number
}

interface Fetched {
  byId: Readonly<Record<string, string>>
  at: number
  until: number
}

/** The public keys that Firebase signs ID tokens with, kept for as long as their Cache-Control says. */
export class GoogleKeys {
  readonly #url: string
  readonly #options: GoogleKeysOptions
  #fetched: Fetched | null = null
  #fetching: Promise<Fetched> | null = null

  constructor(url: string, options: GoogleKeysOptions) {
    this.#url = url
    this.#options = options
  }

  /** The certificate with this id; null when Google has none. */
  async find(id: string): Promise<string | null> {
    const now = this.#options.now()
    let fetched = this.#fetched
    if (fetched === null || fetched.until <= now) fetched = await this.#fetch()
    else if (!Object.hasOwn(fetched.byId, id) && now - fetched.at >= REFETCH_AFTER_MS) {
      fetched = await this.#fetch()
    }
    return Object.hasOwn(fetched.byId, id) ? (fetched.byId[id] ?? null) : null
  }

  /** Fetches the keys now. Returns how many there are. */
  async refresh(): Promise<number> {
    return Object.keys((await this.#fetch()).byId).length
  }

  #fetch(): Promise<Fetched> {
    this.#fetching ??= this.#ask().finally(() => (this.#fetching = null))
    return this.#fetching
  }

  async #ask(): Promise<Fetched> {
    const { now, timeoutMs, report } = this.#options
    const call = { supplier: 'Google', url: this.#url, timeoutMs }
    try {
      // Retries once, because reading is harmless.
      const answer = await callSupplier(call).catch((error: unknown) => {
        if (error instanceof SupplierError && !error.isLasting) return callSupplier(call)
        throw error
      })
      const byId = parseAnswer(call, answer, (json) => (v.is(certificates, json) ? json : null))
      const seconds = /\bmax-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]
      const keptMs = seconds === undefined ? CACHE_MS : Number(seconds) * 1_000
      this.#fetched = { byId, at: now(), until: now() + keptMs }
      return this.#fetched
    } catch (error) {
      if (error instanceof SupplierError) report.failed(error.message)
      throw error
    }
  }
}
