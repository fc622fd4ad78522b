import type { Readable } from 'node:stream'
import { BODY_DEADLINE_MS } from '#web/http/request-body.ts'

/** No data arrived for too long. */
export class BodyStalled extends Error {
  constructor() {
    super('The request body stopped arriving')
  }
}

/**
 * The body of a request piece by piece, each valid until the next is requested. Its memory is freed immediately:
 * otherwise an upload of a few megabytes triggers a full garbage collection, which delays every request. Stopping
 * half-way leaves the connection open, so that an error response can be sent.
 */
export async function* bodyChunks(
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
    void units.return?.() // not awaited: it would wait for the missing piece
  }
}

/** The same as a web stream, which requests a piece only when its reader does. */
export function bodyStream(incoming: Readable): ReadableStream<Uint8Array> {
  const pieces = bodyChunks(incoming)
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { done, value } = await pieces.next()
        if (done) stream.close()
        else stream.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
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
