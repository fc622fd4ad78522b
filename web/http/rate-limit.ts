/** How often one caller may do something: `burst` at once, and `perMinute` in the long run. */
export interface RateLimit {
  burst: number
  perMinute: number
  /** Whether a whole network counts as one caller (networkOf), instead of a household in it. */
  byNetwork?: true
}

const MOST_CALLERS = 50_000

/**
 * Token buckets, one for each caller and kind of request. Memory is bounded: the oldest callers are forgotten first.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  /** Null when the caller may go on, else the seconds to wait. */
  take(caller: string, { burst, perMinute }: RateLimit, now: number): number | null {
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute)
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
    if (this.#buckets.size > MOST_CALLERS) this.#forgetOldest()
    return tokens >= 1 ? null : Math.ceil(((1 - tokens) / perMinute) * 60)
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
