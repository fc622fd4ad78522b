import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { composeMail, type MailSender } from './compose-mail.ts'
import type { Mail, Mailer } from './mailer.ts'
import { safeMailId } from './message-id.ts'

/** Where mails are kept, and who sends them. */
export interface OutboxMailerOptions extends Partial<MailSender> {
  folder: string
  from: string
}

/**
 * Used when no mail service is configured: writes each mail as an `.eml` file, which every mail program opens. The file
 * is named after the mail id, so that sending it again replaces it.
 */
export class OutboxMailer implements Mailer {
  readonly #folder: string
  readonly #sender: MailSender
  #transport: Promise<Transporter> | undefined

  constructor({ folder, from, publicUrl = null, now = Date.now }: OutboxMailerOptions) {
    this.#folder = folder
    this.#sender = { from, publicUrl, now }
  }

  async send(mail: Mail): Promise<void> {
    this.#transport ??= openTransport()
    const transport = await this.#transport
    const { message } = (await transport.sendMail(composeMail(mail, this.#sender))) as { message: Buffer }
    const file = this.#fileOf(mail.id)
    await writeWhole(file, message).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(this.#folder, { recursive: true })
      await writeWhole(file, message)
    })
  }

  async deleteCopies(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#fileOf(id), { force: true })
  }

  async close(): Promise<void> {}

  #fileOf(id: string): string {
    return join(this.#folder, `${safeMailId(id)}.eml`)
  }
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
