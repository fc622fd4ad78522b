import type { MailKind } from '#domain/outbox/task-kinds.ts'
import type { Mail } from '#providers/mail/mailer.ts'
import { mailHtml, mailText, type MailBody } from './mail-body.ts'
import type { Shop } from '#operations/shop.ts'

/** A mail of the shop, with one content for its text and its HTML. */
export interface ShopMail extends Omit<Mail, 'text' | 'html'> {
  kind: MailKind
  body: MailBody
}

/** Sends a mail. Throws when it was not accepted. */
export async function sendMail(shop: Shop, { body, ...mail }: ShopMail): Promise<void> {
  await shop.mailer.send({ ...mail, text: mailText(body), html: mailHtml(body) })
}
