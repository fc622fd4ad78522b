/** The most memory that reading one picture may take, in bytes of this process. */
const MOST_MEMORY = 512_000_000
const LOOK_EVERY_MS = 20

/**
 * Calls `tooMuch` once when this process holds more than a picture may take. What it answers ends the watch, and says
 * whether there was enough: a decoder is not asked, since it works beside the event loop and cannot be stopped.
 */
export function watchMemory(tooMuch: () => void, most: number = MOST_MEMORY): () => boolean {
  let isEnough = true
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() <= most) return
    isEnough = false
    clearInterval(looking)
    tooMuch()
  }, LOOK_EVERY_MS)
  return () => {
    clearInterval(looking)
    return isEnough
  }
}
