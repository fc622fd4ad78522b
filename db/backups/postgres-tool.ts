import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CopyRefused } from './database-copy.ts'

/** A running tool of PostgreSQL. `ended` rejects with CopyRefused, in the tool's own words, when it failed. */
export interface RunningTool {
  stdin: Writable
  stdout: Readable
  ended: Promise<void>
  stop(): void
}

const MAX_REASON_LENGTH = 500

/**
 * Starts pg_dump or pg_restore on a database. The password is passed in a private file, because every account on the
 * machine can see the arguments of a command.
 */
export function startPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): RunningTool {
  const { address, password } = withoutPassword(url)
  const folder = mkdtempSync(join(tmpdir(), 'redemption-backup-'))
  const passfile = join(folder, 'password')
  const escaped = password.replaceAll(/[\\:]/g, String.raw`\$&`)
  writeFileSync(passfile, `*:*:*:*:${escaped}\n`, { mode: 0o600 })
  address.searchParams.set('passfile', passfile)
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    tool,
    ['--no-password', '--dbname', address.href, ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  child.stdin.on('error', () => {}) // `ended` has the reason
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new CopyRefused(code === 'ENOENT' ? notInstalled(tool) : `${tool} could not be started: ${message}.`),
      ),
    )
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new CopyRefused(`${tool} failed: ${plain(complaint, password)}`))
    })
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
  ended.catch(() => {}) // the caller awaits it
  return { stdin: child.stdin, stdout: child.stdout, ended, stop: () => void child.kill() }
}

/** The address and its password. A password in the query takes precedence, as when the shop connects. */
function withoutPassword(url: string): { address: URL; password: string } {
  const address = new URL(url)
  const password = address.searchParams.get('password') || decoded(address.password)
  address.password = ''
  address.searchParams.delete('password')
  return { address, password }
}

/** A password may contain a bare percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function notInstalled(tool: string): string {
  return `${tool} is not installed here. It is part of PostgreSQL's client programs (Debian: postgresql-client), of the server's version or newer.`
}

function plain(complaint: string, password: string): string {
  const text = complaint.replaceAll(/\s+/g, ' ').trim() || 'it gave no reason.'
  return (password === '' ? text : text.replaceAll(password, '…')).slice(0, MAX_REASON_LENGTH)
}
