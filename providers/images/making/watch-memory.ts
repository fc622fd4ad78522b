/** The memory limit of the worker process for one picture, in bytes. */
const MAX_MEMORY = 512_000_000
const POLL_INTERVAL_MS = 20

/**
 * Calls `tooMuch` once when this process exceeds the memory limit. The returned function ends the watch, and returns
 * whether the limit was kept. The decoder cannot be stopped from the event loop, so the memory is watched from outside.
 */
export function watchMemory(tooMuch: () => void, most: number = MAX_MEMORY): () => boolean {
  let isEnough = true
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() <= most) return
    isEnough = false
    clearInterval(looking)
    tooMuch()
  }, POLL_INTERVAL_MS)
  return () => {
    clearInterval(looking)
    return isEnough
  }
}
