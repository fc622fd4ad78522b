import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSecretKey, parseSecretKeys, readSecretKeys, seal, unseal } from './connection-secrets.ts'

let folder: string

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'redemption-key-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const keysOf = (...letters: string[]) =>
  parseSecretKeys(letters.map((letter) => Buffer.alloc(32, letter).toString('base64')).join(','))!

test('what is encrypted is read with its key and for its need only, and not once a bit has changed', () => {
  const sealed = seal(keysOf('a'), 'payments', 'sk_live_1')
  expect(sealed).not.toBe(seal(keysOf('a'), 'payments', 'sk_live_1'))
  expect(unseal(keysOf('a'), 'payments', sealed)).toBe('sk_live_1')
  expect(unseal(keysOf('b'), 'payments', sealed)).toBe(null)
  expect(unseal(keysOf('a'), 'mail', sealed)).toBe(null)
  expect(unseal(keysOf('a'), 'payments', '')).toBe(null)
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(unseal(keysOf('a'), 'payments', changed.toString('base64url')), `byte ${at}`).toBe(null)
  }
})

test('a new key encrypts, and the former one still decrypts', () => {
  const former = seal(keysOf('a'), 'mail', 'secret')
  expect(unseal(keysOf('b', 'a'), 'mail', former)).toBe('secret')
  expect(unseal(keysOf('b'), 'mail', seal(keysOf('b', 'a'), 'mail', 'secret'))).toBe('secret')
})

test('the key is made once, for this account alone, and a damaged one is never replaced', () => {
  expect(readSecretKeys(folder)).toEqual([])
  const keys = makeSecretKey(folder)
  expect(keys).toHaveLength(1)
  expect(makeSecretKey(folder)).toEqual(keys)
  expect(statSync(join(folder, 'connections.key')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'connections.key'), 'half a k')
  expect(readSecretKeys(folder)).toBe(null)
  expect(makeSecretKey(folder)).toBe(null)
  expect(readFileSync(join(folder, 'connections.key'), 'utf8')).toBe('half a k')
})
