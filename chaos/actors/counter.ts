import { setTimeout as sleep } from 'node:timers/promises'

/** A persistent HTTP client: any process will do, and a request without a response is repeated. */
export interface Counter {
  /** Null when there was no response after all attempts. */
  post(path: string, body: object): Promise<Answer | null>
}

export interface Answer {
  status: number
  body: Record<string, unknown>
}

const MAX_ATTEMPTS = 14
const TIMEOUT_MS = 10_000
const MIN_WAIT_MS = 60
const MAX_WAIT_MS = 2_000

/** `address`: the shopper's address, as a proxy would send it. */
export function counterFor(urls: readonly string[], address: string, first: number): Counter {
  return {
    async post(path, body) {
      for (let tried = 0; tried < MAX_ATTEMPTS; tried += 1) {
        const answer = await post(`${urls[(first + tried) % urls.length]}${path}`, body, address)
        if (answer !== null && answer.status < 500) return answer
        const wait = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** tried)
        await sleep(wait)
      }
      return null
    },
  }
}

async function post(url: string, body: object, address: string): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return null
  }
}
