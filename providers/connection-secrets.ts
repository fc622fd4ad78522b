import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The keys of 32 bytes that encrypt what owners enter: the first encrypts, every one decrypts. None: not made yet. */
export type SecretKeys = readonly Buffer[]

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const FILE = 'connections.key'

/** Reads keys in base64, separated by commas or lines; null when one of them is none. */
export function parseSecretKeys(text: string): SecretKeys | null {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, 'base64'))
  return keys.length > 0 && keys.every(({ length }) => length === KEY_BYTES) ? keys : null
}

/** The keys in the data folder; null when its file cannot be read as keys. */
export function readSecretKeys(folder: string): SecretKeys | null {
  try {
    return parseSecretKeys(readFileSync(join(folder, FILE), 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null
  }
}

/** Makes the key of a data folder that has none, for this account alone; of two processes at once, the first does. */
export function makeSecretKey(folder: string): SecretKeys | null {
  try {
    writeFileSync(join(folder, FILE), `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readSecretKeys(folder)
}

/** Writes keys in place of those of the data folder, in one step. */
export function replaceSecretKeys(folder: string, keys: SecretKeys): void {
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('')
  writeFileSync(join(folder, `${FILE}.new`), text, { mode: 0o600, flush: true })
  renameSync(join(folder, `${FILE}.new`), join(folder, FILE))
}

/** Encrypts a text with the first key. `about`: what it belongs to, without which it cannot be decrypted. */
export function seal([key]: SecretKeys, about: string, text: string): string {
  if (key === undefined) throw new Error('There is no key to encrypt with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Decrypts a text; null when none of the keys does, or it was changed. */
export function unseal(keys: SecretKeys, about: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  for (const key of keys) {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(about))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    } catch {
      // Another key, or another text.
    }
  }
  return null
}
