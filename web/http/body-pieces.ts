import type { Readable } from 'node:stream'
import { BODY_DEADLINE_MS } from './request-body.ts'

/** Nothing of the body came for too long. */
export class BodyStalled extends Error {
  constructor() {
    super('The body has stopped coming')
  }
}

/**
 * The body of a request piece by piece, each valid until the next is asked for. Its memory is given back at once: left
 * to the collector, an upload of some megabytes makes V8 look through its whole heap, and everybody waits for that.
 * Stopping half-way leaves the line as it is, so that a refusal can go back over it.
 */
export async function* bodyPieces(
  incoming: Readable,
  stallMs = BODY_DEADLINE_MS,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const units = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer<ArrayBuffer>>
  try {
    for (;;) {
      const { done, value: piece } = await inTime(units.next(), stallMs)
      if (done) return
      yield piece
      if (piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0)
    }
  } finally {
    void units.return?.() // not waited for: it would wait for the piece that did not come
  }
}

async function inTime<Result>(coming: Promise<Result>, stallMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BodyStalled()), stallMs)
  })
  try {
    return await Promise.race([coming, stalled])
  } finally {
    clearTimeout(timer)
  }
}
