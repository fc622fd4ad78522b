import { open } from 'node:fs/promises'

/** How much of a file is held in memory for one reader. */
const CHUNK_BYTES = 64 * 1024
/** Node reads files with four threads, so more open files would only wait. */
const MAX_OPEN_FILES = 16

let opened = 0
const waiting: (() => void)[] = []

/**
 * A file from `start` up to `end`, exclusive, read on demand. It is closed after each piece, so that a client that
 * reads slowly, or not at all, keeps no file open.
 */
export function fileStream(path: string, end: number, start = 0): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream(
    {
      async pull(stream) {
        const piece = await readChunk(path, position, Math.min(CHUNK_BYTES, end - position))
        position += piece.length
        stream.enqueue(piece)
        if (position === end) stream.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function readChunk(path: string, position: number, length: number): Promise<Uint8Array> {
  if (opened === MAX_OPEN_FILES) await new Promise<void>((resolve) => waiting.push(resolve))
  else opened += 1
  try {
    await using file = await open(path)
    const piece = Buffer.allocUnsafeSlow(length)
    for (let read = 0; read < length;) {
      const { bytesRead } = await file.read(piece, read, length - read, position + read)
      if (bytesRead === 0) throw new Error(`${path} has become shorter`)
      read += bytesRead
    }
    return piece
  } finally {
    const next = waiting.shift()
    // Deferred, so that cheap responses can be sent between two pieces.
    if (next) setImmediate(next)
    else opened -= 1
  }
}
