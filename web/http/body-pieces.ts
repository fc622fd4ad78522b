import type { Readable } from 'node:stream'

/**
 * The body of a request piece by piece, each valid until the next is asked for. Its memory is given back at once: left
 * to the collector, an upload of some megabytes makes V8 look through its whole heap, and everybody waits for that.
 * Stopping half-way leaves the line as it is, so that a refusal can go back over it.
 */
export async function* bodyPieces(incoming: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pieces: AsyncIterable<Buffer<ArrayBuffer>> = incoming.iterator({ destroyOnReturn: false })
  for await (const piece of pieces) {
    yield piece
    if (piece.byteLength === piece.buffer.byteLength) piece.buffer.transfer(0)
  }
}
