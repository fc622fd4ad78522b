import { open } from 'node:fs/promises'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** As much of a file as is in memory for one answer. */
export const PIECE_BYTES = 64 * 1024
/** Four threads read files for Node, so more of them open at once would only wait. */
const opened = new ConcurrencyLimit({ most: 16 })

/**
 * Reads a file from `position` on into `piece`; answers how many bytes that were. The file is open no longer than this
 * takes: whoever reads their answer slowly, or not at all, holds no file.
 */
export function readPiece(path: string, position: number, piece: Uint8Array): Promise<number> {
  return opened.run(async () => {
    const file = await open(path)
    try {
      let length = 0
      while (length < piece.length) {
        const { bytesRead } = await file.read(piece, length, piece.length - length, position + length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return length
    } finally {
      await file.close()
    }
  })
}

/** The first `size` bytes of a file, read as they are asked for. */
export function fileStream(path: string, size: number): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream(
    {
      async pull(stream) {
        const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, size - position))
        if ((await readPiece(path, position, piece)) < piece.length)
          throw new Error(`${path} has become shorter`)
        position += piece.length
        stream.enqueue(piece)
        if (position === size) stream.close()
      },
    },
    { highWaterMark: 0 },
  )
}
