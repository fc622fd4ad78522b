/**
 * A signal that ends a request after a time, or with another signal. With a timer, because AbortSignal.any() is too new
 * for some browsers.
 */
export function timeLimit(timeoutMs: number, outdated?: AbortSignal): AbortSignal {
  const ended = new AbortController()
  setTimeout(() => ended.abort(), timeoutMs)
  outdated?.addEventListener('abort', () => ended.abort())
  return ended.signal
}
