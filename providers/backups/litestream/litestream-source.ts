import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BackupUnusable } from '#providers/backups/backup-store.ts'
import type { BackupSettings } from '#providers/backups/backup-settings.ts'
import type { ContinuousSource } from '#providers/backups/continuous-copy.ts'
import { findLitestream } from './litestream-binary.ts'
import { litestreamSetup } from './litestream-config.ts'

/** An empty file that identifies the copy in the configuration: Litestream reads only its age. */
const NAMED = 'named.db'
const POLL_INTERVAL_MS = 250
const IDENTITY = /^AGE-SECRET-KEY-1\S+$/m

/**
 * The continuous copy in a place, to be restored; null when there is none. `keyFile`: the key of an encrypted one.
 * Throws BackupUnusable when the place cannot be read.
 */
export async function findLitestreamCopy(
  settings: Pick<BackupSettings, 's3'> & { place: string },
  keyFile: string | null,
): Promise<ContinuousSource | null> {
  const generations = await run(settings, keyFile, ({ config, name }) => [
    'generations',
    '-config',
    config,
    name,
  ])
  const ends = generations.flatMap((line) => {
    const end = Date.parse(line.trim().split(/\s+/).at(-1) ?? '')
    return Number.isNaN(end) ? [] : [end]
  })
  if (ends.length === 0) return null
  return {
    endsAt: Math.max(...ends),
    async restoreTo(file, onBytes) {
      const grown = setInterval(() => void sizeOf(`${file}.tmp`).then(onBytes), POLL_INTERVAL_MS)
      try {
        await run(settings, keyFile, ({ config, name }) => ['restore', '-config', config, '-o', file, name])
      } finally {
        clearInterval(grown)
        for (const ending of ['', '-shm', '-wal']) await rm(`${file}.tmp${ending}`, { force: true })
      }
    },
  }
}

async function run(
  settings: Pick<BackupSettings, 's3'> & { place: string },
  keyFile: string | null,
  argsFor: (files: { config: string; name: string }) => string[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'redemption-continuous-'))
  try {
    const identity = keyFile === null ? null : await readIdentity(keyFile)
    const setup = { ...settings, recipient: null }
    const name = join(folder, NAMED)
    const options = { file: name, folder, port: null, identity }
    const { config, secrets } = litestreamSetup(setup, options)
    const file = join(folder, 'litestream.json')
    await writeFile(name, '')
    await writeFile(file, config, { mode: 0o600 })
    return await linesOf(findLitestream(), argsFor({ config: file, name }), secrets)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function linesOf(program: string, args: string[], secrets: Record<string, string>): Promise<string[]> {
  const child = spawn(program, args, {
    env: secrets,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let complaint = ''
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-500)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(lines)
      else reject(new BackupUnusable(wordsOf(complaint.trim())))
    })
  })
}

function wordsOf(complaint: string): string {
  if (/lz4: (?:bad magic|invalid)|no identity matched/.test(complaint)) {
    return 'The continuous copy is encrypted with another key, or damaged: name the file of its key with --key FILE, or restore a nightly backup with --backup NAME.'
  }
  return `The continuous copy cannot be restored: ${complaint}. Restore a nightly backup with --backup NAME.`
}

async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupUnusable(`The key file ${file} cannot be read.`)
  })
  const [identity] = IDENTITY.exec(text) ?? []
  if (identity === undefined)
    throw new BackupUnusable(`The file ${file} contains no key of age (AGE-SECRET-KEY-1...).`)
  return identity
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
