import ipaddr from 'ipaddr.js'
import type { Connected, Connection, ConnectionReport } from '#providers/connection.ts'
import type { Geolocation } from '#providers/geolocation/geolocation.ts'
import { publicAddress, type PublicAddress } from '#providers/geolocation/public-address.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { askIpapi } from './ipapi-call.ts'

/** `key`: null for the free use. */
export interface IpapiSettings {
  key: string | null
  apiBase: string
}

interface Options extends IpapiSettings {
  /** The name shown to staff. */
  label: string
  report: ConnectionReport
  bundled: Geolocation
  timeoutMs?: number
  now?: () => number
}

const TIMEOUT_MS = 1_000
const ONE_DAY_MS = 24 * 60 * 60_000
const MAX_CACHED_NETWORKS = 50_000
const MAX_CONCURRENT_CALLS = 4
/** After a failure, the service is not called for this long, doubled with each further failure. */
const FIRST_PAUSE_MS = 15_000
const MAX_PAUSE_MS = 60 * 60_000
/** An address whose country is well known: Google's name server. */
const KNOWN_ADDRESS = '8.8.8.8'

interface CachedCountry {
  country: string | null
  until: number
}

/**
 * Countries from ipapi.co, looked up in the background: the bundled table answers at once, and the service's answer
 * applies from the next lookup of the same network (/24 of IPv4, /48 of IPv6), for a day. Only public addresses are
 * sent.
 */
export class IpapiGeolocation implements Geolocation, Connected {
  readonly connection: Connection
  readonly #options: Options
  readonly #call: Parameters<typeof askIpapi>[0]
  readonly #now: () => number
  readonly #cache = new Map<string, CachedCountry>()
  readonly #lookingUp = new Set<string>()
  #failures = 0
  #pausedUntil = 0

  constructor(options: Options) {
    const { label, timeoutMs = TIMEOUT_MS, now = Date.now } = options
    this.#options = options
    this.#call = { ...options, timeoutMs }
    this.#now = now
    this.connection = {
      need: 'location',
      supplier: label,
      usedFor: 'choosing a new visitor’s currency from the country of their IP address',
      test: async () => {
        const country = await askIpapi(this.#call, KNOWN_ADDRESS)
        return `${KNOWN_ADDRESS} is in ${country ?? 'an unknown country'}.`
      },
    }
  }

  country(address: string): string | null {
    const found = publicAddress(address)
    if (found === null) return null
    const network = networkOf(found)
    const known = this.#cache.get(network)
    if (known && known.until > this.#now()) return known.country ?? this.#options.bundled.country(address)
    this.#lookUp(found, network)
    return this.#options.bundled.country(address)
  }

  isAsking(address: string): boolean {
    const found = publicAddress(address)
    return found !== null && this.#lookingUp.has(networkOf(found))
  }

  #lookUp({ address }: PublicAddress, network: string): void {
    if (this.#lookingUp.size >= MAX_CONCURRENT_CALLS || this.#lookingUp.has(network)) return
    if (this.#now() < this.#pausedUntil) return
    this.#lookingUp.add(network)
    void askIpapi(this.#call, address)
      .then(
        (country) => this.#remember(network, country),
        (error: unknown) => this.#pause(error),
      )
      .finally(() => this.#lookingUp.delete(network))
  }

  #remember(network: string, country: string | null): void {
    this.#failures = 0
    this.#cache.delete(network)
    if (this.#cache.size >= MAX_CACHED_NETWORKS) {
      const [oldest] = this.#cache.keys()
      if (oldest !== undefined) this.#cache.delete(oldest)
    }
    this.#cache.set(network, { country, until: this.#now() + ONE_DAY_MS })
    this.#options.report.worked()
  }

  #pause(error: unknown): void {
    this.#failures += 1
    const { kind, retryAfterMs = 0 } = error instanceof SupplierError ? error : {}
    const pause =
      kind === 'unauthorized' ? MAX_PAUSE_MS : FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - 1, 10)
    this.#pausedUntil = this.#now() + Math.min(MAX_PAUSE_MS, Math.max(pause, retryAfterMs))
    this.#options.report.failed(error instanceof Error ? error.message : String(error))
  }
}

/** The network of an address, by which answers are cached. */
function networkOf({ address, family }: PublicAddress): string {
  if (family === 4) return address.slice(0, address.lastIndexOf('.'))
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 3).join(':') : address
}
