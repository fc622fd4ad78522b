import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The scrypt parameters: N and r set the memory (128 N r bytes), p the time. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

// N = 2^14, r = 8, p = 5: the option with the least memory in OWASP's Password Storage Cheat Sheet.
const COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32
const SALT_BYTES = 16

const derive = promisify<string, Buffer, number, PasswordCost, Buffer>(scrypt)

/** Hashes a password: `scrypt$N$r$p$salt$key`, salt and key in base64url. Takes about 16 MB and a tenth of a second. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether `password` matches the hash, compared in constant time. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64url'),
    expected.length,
    cost,
  )
  return timingSafeEqual(expected, actual)
}
