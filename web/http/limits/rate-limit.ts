/** How often one client may do something: `burst` times in a row, and `perMinute` on average. */
export interface RateLimit {
  burst: number
  perMinute: number
  /** Whether clients are counted by network (networkOf) instead of by household. */
  byNetwork?: true
}

const MAX_CALLERS = 50_000

/**
 * Token buckets, one for each client and kind of request. Memory is bounded: the oldest clients are forgotten first.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  /** Null when the request is allowed, otherwise the seconds to wait. */
  take(caller: string, { burst, perMinute }: RateLimit, now: number): number | null {
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute)
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > MAX_CALLERS) this.#evictOldest()
    return tokens >= 1 ? null : Math.ceil(((1 - tokens) / perMinute) * 60)
  }

  /** Undoes one `take` that was allowed. */
  giveBack(caller: string): void {
    const bucket = this.#buckets.get(caller)
    if (bucket) bucket.tokens += 1
  }

  #evictOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
