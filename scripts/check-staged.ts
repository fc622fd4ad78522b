import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run check:staged`, before every commit: checks format, lint and types of the staged files in a temporary folder,
 * so that unstaged files neither hide a fault nor cause one.
 */
const root = join(import.meta.dirname, '..')
const staged = mkdtempSync(join(tmpdir(), 'redemption-staged-'))
let status: number | null = 1
try {
  const written = spawnSync('git', ['checkout-index', '--all', `--prefix=${staged}/`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (written.status !== 0) throw new Error('The staged files could not be copied.')
  symlinkSync(join(root, 'node_modules'), join(staged, 'node_modules'))
  status = spawnSync('npm', ['run', '--silent', 'check'], {
    cwd: staged,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status
} finally {
  rmSync(staged, { recursive: true, force: true })
}
process.exit(status ?? 1)
