import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TableFault } from './read-table.ts'

/** The largest file that is imported. */
export const MAX_FILE_BYTES = 100_000_000

/** What is said of a larger one. */
export const FILE_TOO_LARGE = `This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Import it in parts.`

/** Keeps what is sent in a file of its own while it is read, and removes it then. Throws a TableFault. */
export async function receiveFile<T>(
  chunks: AsyncIterable<Uint8Array>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'redemption-import-'))
  try {
    const path = join(folder, 'file')
    const file = await open(path, 'wx', 0o600)
    let bytes = 0
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > MAX_FILE_BYTES) throw new TableFault(FILE_TOO_LARGE)
        await file.write(chunk)
      }
    } finally {
      await file.close()
    }
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
