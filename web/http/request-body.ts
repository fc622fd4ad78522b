import { problem } from './problem.ts'

/** How long a body may take to arrive; an upload may take this long for each of its pieces. */
export const BODY_DEADLINE_MS = 20_000
/** Guaranteed to every body. An order is much smaller, so shoppers can buy while the rest of the memory is in use. */
const ALWAYS_GRANTED_BYTES = 16 * 1024
/** For all requests together, beyond the guaranteed part. */
const MAX_IN_FLIGHT_BYTES = 32 * 1024 * 1024

let inFlight = 0

/** The body of a request, or the error response when it is too late or too large. */
export type BodyRead = { bytes: Buffer } | { refusal: Response }

/** Reads a body of at most `limit` bytes, whatever its Content-Length claims. */
export async function readBody(
  request: Request,
  limit: number,
  deadlineMs = BODY_DEADLINE_MS,
): Promise<BodyRead> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length > limit) return { refusal: tooLarge(limit) }
  // A stream costs more than everything else in a small request.
  if (length <= Math.min(limit, ALWAYS_GRANTED_BYTES)) return readSmall(request, deadlineMs)
  const reader = request.body?.getReader()
  if (!reader) return { bytes: Buffer.alloc(0) }
  const room = new BodyRoom()
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    void reader.cancel()
  }, deadlineMs)
  const refuse = (refusal: Response) => {
    void reader.cancel()
    return { refusal }
  }
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array }
      if (isLate) return { refusal: tooLate() }
      if (done || !value) return { bytes: room.bytes() }
      if (room.length + value.byteLength > limit) return refuse(tooLarge(limit))
      if (!room.add(value)) return refuse(noRoom())
    }
  } finally {
    clearTimeout(deadline)
    room.leave()
  }
}

/** Reads a body within the guaranteed size in one go. */
async function readSmall(request: Request, deadlineMs: number): Promise<BodyRead> {
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<BodyRead>((resolve) => {
    deadline = setTimeout(() => resolve({ refusal: tooLate() }), deadlineMs)
  })
  const whole = request.arrayBuffer().then((bytes): BodyRead => ({ bytes: Buffer.from(bytes) }))
  try {
    return await Promise.race([whole, late])
  } finally {
    clearTimeout(deadline)
  }
}

/**
 * Collects the bytes of one body in one buffer, so that a body of a thousand tiny pieces takes no extra memory. Its
 * size counts towards the limit for all bodies until it is released.
 */
class BodyRoom {
  length = 0
  #buffer: Buffer = Buffer.alloc(0)
  #counted = 0

  /** False when the memory limit is reached. */
  add(piece: Uint8Array): boolean {
    if (this.length + piece.byteLength > this.#buffer.length && !this.#grow(this.length + piece.byteLength)) {
      return false
    }
    this.#buffer.set(piece, this.length)
    this.length += piece.byteLength
    return true
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length)
  }

  leave(): void {
    inFlight -= this.#counted
    this.#counted = 0
  }

  #grow(least: number): boolean {
    const size = Math.max(least, this.#buffer.length * 2)
    const more = Math.max(0, size - ALWAYS_GRANTED_BYTES) - this.#counted
    if (more > 0 && inFlight + more > MAX_IN_FLIGHT_BYTES) return false
    inFlight += more
    this.#counted += more
    const larger = Buffer.allocUnsafeSlow(size)
    larger.set(this.bytes())
    this.#buffer = larger
    return true
  }
}

/** The response to a body that arrives too slowly. The rest of it is not read. */
export function tooLate(): Response {
  return closing(
    problem({
      type: 'too-slow',
      status: 408,
      title: 'The request took too long to arrive. Please try again.',
    }),
  )
}

function tooLarge(limit: number): Response {
  const most = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`
  return problem({ type: 'too-large', status: 413, title: `Send at most ${most}.` })
}

function noRoom(): Response {
  const title = 'The shop is very busy. Nothing was changed. Please try again in a moment.'
  const refusal = closing(problem({ type: 'unavailable', status: 503, title }))
  refusal.headers.set('retry-after', '5')
  return refusal
}

function closing(refusal: Response): Response {
  refusal.headers.set('connection', 'close')
  return refusal
}
