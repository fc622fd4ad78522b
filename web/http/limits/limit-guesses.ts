import type { Shop } from '#operations/shop.ts'
import { networkOf, isLoopback } from './client-address.ts'
import { RateLimiter, type RateLimit } from './rate-limit.ts'

/** How many unknown codes one network may try. */
const GUESSES: RateLimit = { burst: 20, perMinute: 4 }
const limiters = new WeakMap<Shop, RateLimiter>()

/**
 * Runs a request with its codes, as long as its network has not tried too many unknown ones. After that `refuse` runs,
 * whatever the codes are, so that no answer tells which codes exist.
 */
export async function limitGuesses<T>(
  { shop, address }: { shop: Shop; address: string },
  codes: readonly string[],
  run: () => Promise<T>,
  { isGuess, refuse }: { isGuess: (answer: T) => boolean; refuse: (waitSeconds: number) => Promise<T> | T },
): Promise<T> {
  if (codes.length === 0) return run()
  const guesses = limiters.get(shop) ?? new RateLimiter()
  limiters.set(shop, guesses)
  const network = isLoopback(address) ? address : networkOf(address)
  const wait = guesses.take(network, GUESSES, Date.now())
  if (wait !== null) return refuse(wait)
  const answer = await run()
  if (!isGuess(answer)) guesses.giveBack(network)
  return answer
}
