import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDataFolder } from '#data-folder'

const ROOT = join(import.meta.dirname, '../..')
const NOBODY = 65_534

/** Run as another account: prints the files that it could read. */
const SNOOP = `
const { readdirSync, readFileSync, lstatSync } = require('node:fs')
function look(path) {
  try {
    if (!lstatSync(path).isDirectory()) return readFileSync(path), console.log(path)
    for (const name of readdirSync(path)) look(path + '/' + name)
  } catch {}
}
look(process.argv[1])
`

describe('stored data', () => {
  let parent: string
  let folder: string
  const lines: string[] = []
  const log = {
    info: (message: string, details = {}) => void lines.push(`${message} ${JSON.stringify(details)}`),
  }

  beforeEach(() => {
    lines.length = 0
    parent = mkdtempSync(join(tmpdir(), 'redemption-private-'))
    chmodSync(parent, 0o755)
    folder = join(parent, 'data')
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(parent, { recursive: true })
  })

  /** Opens the shop in a process with the usual umask, as a service manager would. */
  function openShop(how: 'full' | 'bare'): string {
    const script = join(ROOT, 'test/support/fill-data-folder.ts')
    const run = spawnSync('sh', ['-c', `umask 022; exec "$0" "$@"`, process.execPath, script, folder, how], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    return run.stdout
  }

  const everything = () => [folder, ...globSync(`${folder}/**/*`)]
  const openToOthers = () => everything().filter((path) => (lstatSync(path).mode & 0o077) !== 0)

  function readByAnotherAccount(): string[] {
    if (process.getuid?.() !== 0) return openToOthers()
    const run = spawnSync(process.execPath, ['-e', SNOOP, folder], {
      cwd: '/',
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    return run.stdout.split('\n').filter(Boolean)
  }

  function openUp(): void {
    for (const path of everything()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)
  }

  test('no other account of the machine can read the database, pictures or mails of a shop', () => {
    openShop('full')
    const kinds = [/^\/shop\.db$/, /^\/pictures\/.*\.(avif|webp|jpg)$/, /^\/outbox\/.*\.eml$/]
    const kindsIn = (paths: string[]) =>
      kinds.filter((kind) => paths.some((path) => kind.test(path.slice(folder.length))))
    expect(kindsIn(everything())).toEqual(kinds)
    expect(openToOthers()).toEqual([])
    expect(readByAnotherAccount()).toEqual([])
    openUp()
    expect(kindsIn(readByAnotherAccount())).toEqual(kinds)
  })

  test('files that were readable by others are made private by the next start, which logs it once', () => {
    openShop('full')
    openUp()
    const { length } = everything()
    expect(openShop('bare')).toContain(
      `Files that other accounts could read are now private {"closed":${length}}`,
    )
    expect(readByAnotherAccount()).toEqual([])
    expect(openToOthers()).toEqual([])
    expect(openShop('bare')).toBe('')
  })

  test('a restored backup with open modes is made private, and so is a group-readable folder', () => {
    openDataFolder(folder, log)
    writeFileSync(join(folder, 'shop.db'), '', { mode: 0o644 })
    mkdirSync(join(folder, 'pictures'), { mode: 0o750 })
    openDataFolder(folder, log)
    expect(openToOthers()).toEqual([])
    expect(lines).toEqual(['Files that other accounts could read are now private {"closed":2}'])
  })

  test('targets of symbolic links are left unchanged', () => {
    openDataFolder(folder, log)
    const elsewhere = mkdtempSync(join(tmpdir(), 'redemption-elsewhere-'))
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, join(folder, 'pictures'))
    chmodSync(folder, 0o755)
    openDataFolder(folder, log)
    expect(lstatSync(elsewhere).mode & 0o777).toBe(0o755)
    rmSync(elsewhere, { recursive: true })
  })

  test('a folder of another account is refused with a sentence that names it', () => {
    openDataFolder(folder, log)
    const account = lstatSync(folder).uid
    vi.spyOn(process, 'getuid').mockReturnValue(account + 1)
    expect(() => openDataFolder(folder, log)).toThrow(
      `DATA_DIR ${folder} belongs to another account (number ${account}, and this is ${account + 1})`,
    )
  })
})

test('every program that opens the data folder creates private files from the start', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const withSettings = Object.values(scripts).flatMap((command) =>
    command.includes('env-file.js') ? (/scripts\/(?!env-file)\S+\.[jt]s/.exec(command)?.[0] ?? []) : [],
  )
  expect(withSettings).toHaveLength(15)
  for (const path of [...withSettings, 'chaos/shop-under-chaos.ts']) {
    const [, first] = /^import .*'(.*)'$/m.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
    expect(first, path).toMatch(/\/private-files\.js$/)
  }
})
