import { open } from 'node:fs/promises'
import { ConcurrencyLimit } from '#web/http/limits/concurrency-limit.ts'

/** How much of a file is held in memory for one response. */
export const CHUNK_BYTES = 64 * 1024
/** Node reads files with four threads, so more open files would only wait. */
const opened = new ConcurrencyLimit({ maxConcurrent: 16 })

/**
 * Reads a file from `position` into `piece`; returns the number of bytes. The file is closed again immediately, so that
 * a client that reads slowly, or not at all, keeps no file open.
 */
export function readChunk(path: string, position: number, piece: Uint8Array): Promise<number> {
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
