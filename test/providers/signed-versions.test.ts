import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#config'
import { isNewer, SignedVersions } from '#providers/updates/signed-versions.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { cookieOf, staffBrowser, type Ask } from '#test/support/staff-browser.ts'
import type { TestShop } from '#test/support/test-shop.ts'

const HOUR_MS = 3_600_000
const NEWS = 'https://makers.example/0.3.0'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const asSetting = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

let makers: Server
let announced: string
let requests: IncomingMessage[]

beforeEach(async () => {
  requests = []
  announced = signed({ version: '0.3.0', news: NEWS })
  makers = createServer((request, response) => {
    requests.push(request)
    response.statusCode = announced === '' ? 500 : 200
    response.end(announced)
  })
  makers.listen(0, '127.0.0.1')
  await once(makers, 'listening')
})
afterEach(() => makers.close())

function signed(announcement: object, by = privateKey): string {
  const text = JSON.stringify(announcement)
  return `${text}\n${sign(null, Buffer.from(text), by).toString('base64')}`
}

function versionsFor(installed: string): SignedVersions {
  const { port } = makers.address() as AddressInfo
  const { updates } = readConfig({
    UPDATES_FROM: `http://127.0.0.1:${port}/latest`,
    UPDATES_PUBLIC_KEY: asSetting(publicKey),
  })
  if (updates === null) throw new Error('The settings name no source')
  return new SignedVersions(updates, installed)
}

test('a newer version is known by its signed announcement, asked for once a day', async () => {
  const versions = versionsFor('0.2.0')
  await versions.refresh(0)
  expect(versions.newer).toEqual({ version: '0.3.0', news: NEWS })
  await versions.refresh(23 * HOUR_MS)
  expect(requests).toHaveLength(1)
  announced = signed({ version: '0.3.1' })
  await versions.refresh(24 * HOUR_MS)
  expect(versions.newer).toEqual({ version: '0.3.1', news: null })
  const current = versionsFor('0.10.0')
  await current.refresh(0)
  expect(current.newer).toBeNull()
})

test('the request says nothing about the shop', async () => {
  await versionsFor('0.2.0').refresh(0)
  const [request] = requests
  expect([request?.method, request?.url]).toEqual(['GET', '/latest'])
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ])
  expect(request?.headers['user-agent']).toBe('node')
})

test('what another key has signed, what is not signed and what cannot be read is no version', async () => {
  const versions = versionsFor('0.2.0')
  const { privateKey: other } = generateKeyPairSync('ed25519')
  const text = JSON.stringify({ version: '0.3.0' })
  for (announced of [signed({ version: '9.9.9' }, other), text, signed({ version: 'new' }), '']) {
    await versions.refresh(0)
    expect(versions.newer).toBeNull()
    await expect(versions.read()).rejects.toThrow(/^The address of UPDATES_FROM (announces|gave|answered)/)
  }
  announced = signed({ version: '0.3.0' })
  await versions.refresh(HOUR_MS)
  announced = ''
  await versions.refresh(25 * HOUR_MS)
  expect(versions.newer).toEqual({ version: '0.3.0', news: null })
})

test('an announcement made as the documentation says is believed', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/update.md'), 'utf8')
  const [, commands = ''] = /## Publish a version[^]*?```\n([^]*?)```/.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'redemption-publish-'))
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  execFileSync('sh', ['-ec', commands], { cwd: folder })
  const [, derived = ''] = /`(openssl pkey -in [^`]*)`/.exec(page) ?? []
  const key = execFileSync('sh', ['-ec', derived], { cwd: folder, encoding: 'utf8' })
  announced = readFileSync(join(folder, 'latest'), 'utf8')
  rmSync(folder, { recursive: true })
  expect(key.replaceAll('\n', '')).toBe(asSetting(publicKey))
  expect(await versionsFor('0.2.0').read()).toMatchObject({ version: '0.3.0' })
})

test('versions follow each other by their numbers', () => {
  expect(['0.2.1', '0.10.0', '1.0.0'].every((version) => isNewer(version, '0.2.0'))).toBe(true)
  expect(['0.2.0', '0.1.9', '0.0.30'].some((version) => isNewer(version, '0.2.0'))).toBe(false)
})

test('an address without its key, and a key that is none, stop the start with a sentence', () => {
  const wrong = { UPDATES_FROM: 'https://makers.example/latest' }
  expect(() => readConfig(wrong)).toThrow(new ConfigError('UPDATES_FROM also needs UPDATES_PUBLIC_KEY.'))
  expect(() => readConfig({ ...wrong, UPDATES_PUBLIC_KEY: 'abc' })).toThrow(
    new ConfigError('UPDATES_PUBLIC_KEY must be an ed25519 public key: its DER form as base64.'),
  )
  expect(readConfig({}).updates).toBeNull()
})

describeOnEachDatabase('the overview', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  signInBeforeEach({ open, startWith }, (opened) => ({ shop, served, ask } = opened))

  test('names a newer version to owners, and to no one else', async () => {
    const notice = 'Version 0.3.0 of the shop is available.'
    const page = async (asked: Promise<Response>) => (await (await asked).text()).replaceAll('<!-- -->', '')
    expect(await page(ask('GET', '/admin/overview'))).not.toContain('of the shop is available')
    shop.updates = versionsFor('0.2.0')
    await shop.updates.refresh(0)
    const seen = await page(ask('GET', '/admin/overview'))
    expect(seen).toContain(notice)
    expect(seen).toContain(`<a href="${NEWS}">What is new</a>`)
    const pat = { email: 'pat@redemption.example', password: 'wears red too', role: 'manager' as const }
    await shop.identity.addMember(pat)
    const browser = staffBrowser(() => served.url)
    const cookie = cookieOf(await browser.signIn(pat))
    expect(await page(browser.get('/admin/overview', cookie))).not.toContain(notice)
  })
})
