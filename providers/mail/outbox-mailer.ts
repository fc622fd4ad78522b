import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'
import type { Mail, Mailer } from './mailer.ts'

/**
 * Used when no mail service is configured: writes each mail as an `.eml` file, which every mail program opens. The file
 * is named after the mail id, so that sending it again replaces it.
 */
export class OutboxMailer implements Mailer {
  readonly #folder: string
  readonly #from: string
  #transport: Promise<Transporter> | undefined

  constructor({ folder, from }: { folder: string; from: string }) {
    this.#folder = folder
    this.#from = from
  }

  async send({ id, to, subject, text, html, replyTo, unsubscribe }: Mail): Promise<void> {
    this.#transport ??= openTransport()
    const transport = await this.#transport
    const messageId = `<${id}@redemption.invalid>`
    const composed = {
      from: this.#from,
      to,
      subject,
      text,
      html,
      messageId,
      ...(replyTo && { replyTo }),
      ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
    }
    const { message } = (await transport.sendMail(composed)) as { message: Buffer }
    await mkdir(this.#folder, { recursive: true })
    await writeWhole(join(this.#folder, `${fileName(id)}.eml`), message)
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(join(this.#folder, `${fileName(id)}.eml`), { force: true })
  }

  async close(): Promise<void> {}
}

/** Loaded with the first mail, to save memory before that. */
async function openTransport(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

/** Writes the file atomically. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const partial = `${path}.part`
  const file = await open(partial, 'w')
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

function fileName(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? id : createHash('sha256').update(id).digest('hex')
}
