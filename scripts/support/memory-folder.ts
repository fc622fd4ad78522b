import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'

/**
 * A folder for temporary files of tests: in memory where this many bytes are free there, otherwise on the disk. Nothing
 * in memory waits for a disk; creating a PostgreSQL database takes 20 ms there, and 300 on a disk.
 */
export function memoryFolder(bytes: number): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= bytes ? MEMORY : tmpdir()
}
