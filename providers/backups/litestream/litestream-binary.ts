import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BackupUnusable } from '#providers/backups/backup-store.ts'

/** Later versions use another format and cannot encrypt. */
const VERSION = /^v?0\.3\./

/**
 * The program Litestream: from its npm package, which exists for Linux on x64, or one of the same version that is
 * installed on the machine. Throws BackupUnusable.
 */
export function findLitestream(): string {
  const file = packagedFile() ?? installedFile()
  if (file === null) {
    throw new BackupUnusable(
      'Litestream is not installed: the shop brings it on Linux (x64) only. Install version 0.3.13, or set BACKUP_CONTINUOUS=off.',
    )
  }
  return file
}

function packagedFile(): string | null {
  try {
    const name = `@flydotio/litestream-${process.platform}-${process.arch}`
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'litestream')
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}

function installedFile(): string | null {
  const { stdout: found } = spawnSync('/bin/sh', ['-c', 'command -v litestream'], { encoding: 'utf8' })
  const file = (found ?? '').trim()
  if (file === '') return null
  const { stdout } = spawnSync(file, ['version'], { encoding: 'utf8' })
  return VERSION.test(stdout ?? '') ? file : null
}
