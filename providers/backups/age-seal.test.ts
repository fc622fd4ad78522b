import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageSeal, recipientOf } from './age-seal.ts'

let folder: string
let keyFile: string
let recipient: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-age-'))
  keyFile = await makeKey('key.txt')
  recipient = await recipientOf(keyFile)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function makeKey(name: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, `# created: 2026-11-22T09:00:00Z\n# public key: age1...\n${await generateIdentity()}\n`)
  return file
}

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(content))
}

test('what is sealed with the public key can be opened only with its secret key', async () => {
  const sealed = await whole(ageSeal({ recipient, keyFile: null }).seal(pieces('secret ', 'books')))
  expect(sealed.toString('latin1')).not.toContain('books')
  expect(sealed.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  const open = (file: string | null) => whole(ageSeal({ recipient, keyFile: file }).open(pieces2(sealed)))
  expect((await open(keyFile)).toString()).toBe('secret books')
  await expect(open(null)).rejects.toThrow(
    `It is encrypted for ${recipient}: name the file of that key with --key FILE.`,
  )
  await expect(open(await makeKey('other.txt'))).rejects.toThrow('other.txt does not open this backup.')
  await expect(open('/nowhere')).rejects.toThrow('The key file /nowhere cannot be read.')
})

async function* pieces2(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50)
}

test('a file with a flipped byte cannot be opened', async () => {
  const seal = ageSeal({ recipient, keyFile })
  const sealed = await whole(seal.seal(pieces('secret books')))
  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1
  await expect(whole(seal.open(pieces2(sealed)))).rejects.toThrow()
})

test('an invalid public or secret key is refused', async () => {
  expect(() => ageSeal({ recipient: 'age1nonsense', keyFile: null })).toThrow('is not one of age')
  const file = join(folder, 'empty.txt')
  writeFileSync(file, 'nothing')
  await expect(recipientOf(file)).rejects.toThrow('contains no key of age')
})
