import { readFileSync } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { BackupUnusable, type BackupSeal } from './backup-store.ts'

const SUFFIX = '.age'
const IDENTITY = /^AGE-SECRET-KEY-(?:PQ-)?1\S+$/m

/**
 * Encrypts backups with age for the holder of a key. `recipient`: the public key, `age1...`. `keyFile`: the file of the
 * secret key, as age-keygen writes it; when null, backups can be made but not read. Throws BackupUnusable.
 */
export function ageSeal({ recipient, keyFile }: { recipient: string; keyFile: string | null }): BackupSeal {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupUnusable('The public key of backups is not one of age, such as age1....')
  }
  return {
    suffix: SUFFIX,
    sealedFor: recipient,
    async *seal(content) {
      yield* await encrypter.encrypt(streamOf(content))
    },
    async *open(content) {
      if (keyFile === null) throw new BackupUnusable(needsKey(recipient))
      const decrypter = new Decrypter()
      decrypter.addIdentity(readKey(keyFile))
      const opened = await decrypter.decrypt(streamOf(content)).catch((error: unknown) => {
        const isOtherKey = /no identity matched/.test(String(error))
        throw isOtherKey
          ? new BackupUnusable(`The key in ${keyFile} does not open this backup. ${needsKey(recipient)}`)
          : error
      })
      yield* opened
    },
  }
}

/** The public part of the key in a file. Throws BackupUnusable. */
export async function recipientOf(keyFile: string): Promise<string> {
  return identityToRecipient(readKey(keyFile))
}

/** Node's stream has the same interface as the browser's, which is the type that the package expects. */
function streamOf(content: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>
}

function readKey(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new BackupUnusable(`The key file ${file} cannot be read.`)
  }
  const [key] = IDENTITY.exec(text) ?? []
  if (key === undefined)
    throw new BackupUnusable(`The file ${file} contains no key of age (AGE-SECRET-KEY-1...).`)
  return key.trim()
}

function needsKey(recipient: string): string {
  return `It is encrypted for ${recipient}: name the file of that key with --key FILE.`
}
