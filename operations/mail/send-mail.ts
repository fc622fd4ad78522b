import { findBounce, recordBounce } from '#db/mail/bounced-addresses.ts'
import type { MailKind } from '#domain/outbox/task-kinds.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import type { Mail } from '#providers/mail/mailer.ts'
import { mailHtml, mailText, type MailBody } from './mail-body.ts'
import type { Shop } from '#operations/shop.ts'
import { afterABounce } from '#words/mails/operations.ts'

/** A mail of the shop, with one content for its text and its HTML. */
export interface ShopMail extends Omit<Mail, 'text' | 'html'> {
  kind: MailKind
  body: MailBody
}

/** Why a mail was given up whose address had bounced before. */
export const AFTER_A_BOUNCE = afterABounce

/** The shop sends no mails to an address, because one bounced. */
export class BouncedAddressError extends Error {
  override readonly name = 'BouncedAddressError'

  constructor() {
    super(AFTER_A_BOUNCE)
  }
}

/**
 * Sends a mail. Throws when it was not accepted; a BouncedAddressError without an attempt when its address has bounced
 * before. An address that bounces now gets no further mails.
 */
export async function sendMail(shop: Shop, { body, ...mail }: ShopMail): Promise<void> {
  const { db } = shop.database
  const { address } = mail.to
  const bounce = await findBounce(db, address)
  if (bounce !== null) throw new BouncedAddressError()
  try {
    await shop.mailer.send({ ...mail, text: mailText(body), html: mailHtml(body) })
  } catch (error) {
    if (error instanceof MailError && error.concerns === 'recipient') {
      await recordBounce(db, { address, words: error.message, now: shop.now() })
    }
    throw error
  }
}
