import { expect, test } from 'vitest'
import { hashPassword as hashAtCost, verifyPassword } from './password-hash.ts'

const hashPassword = (password: string) => hashAtCost(password, { N: 16, r: 1, p: 1 })

test('a password matches its hash and no other', async () => {
  const hash = await hashPassword('wears red')
  expect(await verifyPassword(hash, 'wears red')).toBe(true)
  expect(await verifyPassword(hash, 'wears Red')).toBe(false)
  expect(await verifyPassword(hash, '')).toBe(false)
})

test('composed and decomposed letters give the same password', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
})

test('two hashes of one password differ, and neither contains it', async () => {
  const [one, two] = await Promise.all([hashPassword('wears red'), hashPassword('wears red')])
  expect(one).not.toBe(two)
  expect(one).not.toContain('wears')
})

test('a hash in another format matches nothing', async () => {
  expect(await verifyPassword('salt:key', 'wears red')).toBe(false)
  expect(await verifyPassword('', '')).toBe(false)
})

test('a hash records its cost, so that the cost can increase while old hashes still work', async () => {
  expect(await hashPassword('wears red')).toMatch(/^scrypt\$16\$1\$1\$/)
  expect(await hashAtCost('wears red')).toMatch(/^scrypt\$16384\$8\$5\$/)
})
