import type { PictureMisses, WantedPicture } from '#operations/catalog/find-picture.ts'
import { RateLimiter, type RateLimit } from './rate-limit.ts'

const CACHE_MS = 30_000
const MAX_REMEMBERED = 10_000
const FOR_NETWORK: RateLimit = { burst: 30, perMinute: 30 }
/** Many networks together. Pictures of pages are not counted, so this keeps no shopper from seeing one. */
const FOR_ALL: RateLimit = { burst: 300, perMinute: 300 }
const ALL = ' all'

/** Misses of pictures, in a bounded memory: the oldest are forgotten first. */
export class NegativeCache implements PictureMisses {
  readonly #missedAt = new Map<string, number>()
  readonly #limiter = new RateLimiter()

  has(wanted: WantedPicture, now: number): boolean {
    const at = this.#missedAt.get(nameOf(wanted))
    return at !== undefined && now - at < CACHE_MS
  }

  remember(wanted: WantedPicture, now: number): void {
    const name = nameOf(wanted)
    this.#missedAt.delete(name)
    this.#missedAt.set(name, now)
    const [oldest] = this.#missedAt.keys()
    if (this.#missedAt.size > MAX_REMEMBERED && oldest !== undefined) this.#missedAt.delete(oldest)
  }

  take(network: string, now: number): number | null {
    const wait = this.#limiter.take(network, FOR_NETWORK, now)
    return wait ?? this.#limiter.take(ALL, FOR_ALL, now)
  }

  giveBack(network: string): void {
    for (const caller of [network, ALL]) this.#limiter.giveBack(caller)
  }
}

function nameOf({ key, width, format }: WantedPicture): string {
  return `${key}-${width}.${format}`
}
