import { hasBounced, recordBounce } from '#db/mail/bounced-addresses.ts'
import type { MailKind } from '#domain/outbox/task-kinds.ts'
import { brandFiles } from '#domain/settings/brand/brand-files.ts'
import { BRAND } from '#domain/settings/brand/brand.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { hasFirstName, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting, currentVersion } from '#operations/settings/current-setting.ts'
import { findReplyAddress } from '#operations/settings/shop-contact.ts'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import type { Mail } from '#providers/mail/mailer.ts'
import { mailHtml, mailText, type MailBody, type MailSender } from './mail-body.ts'
import type { Shop } from '#operations/shop.ts'
import { english } from '#words/en/english.ts'
import { afterABounce } from '#words/en/mails/operations.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import { languageNamed, type Words } from '#words/languages.ts'

/** A mail of the shop, with one content for its text and its HTML. */
export interface ShopMail extends Omit<Mail, 'text' | 'html'> {
  kind: MailKind
  body: MailBody
  /** Of its reader; absent: English, as for owners and staff. */
  words?: Words
}

/** Why a mail was given up whose address had bounced before. */
export const BOUNCED_ADDRESS_REASON = afterABounce

/** The shop sends no mails to an address, because one bounced. */
export class BouncedAddressError extends Error {
  override readonly name = 'BouncedAddressError'

  constructor() {
    super(BOUNCED_ADDRESS_REASON)
  }
}

/**
 * Sends a mail. Throws when it was not accepted; a BouncedAddressError without an attempt when its address has bounced
 * before. An address that bounces now gets no further mails.
 */
export async function sendMail(shop: Shop, { body, words = english, ...mail }: ShopMail): Promise<void> {
  const { address } = mail.to
  if (await hasBounced(shop.database, address)) throw new BouncedAddressError()
  try {
    const { senderName, shopName, text, html } = await renderMail(shop, { kind: mail.kind, body, words })
    const replyTo = mail.replyTo ?? (await findReplyAddress(shop))
    await shop.mailer.send({
      ...mail,
      ...(mail.to.name === words['mails/layout'].shop && { to: { address, name: shopName } }),
      ...(replyTo !== null && { replyTo }),
      ...(NAMES_THE_SHOP.has(mail.kind) && { subject: inShopName(mail.subject, shopName) }),
      text,
      html,
      ...(senderName !== null && { senderName }),
    })
  } catch (error) {
    if (error instanceof MailError && error.concerns === 'recipient') {
      await recordBounce(shop.database.db, { address, words: error.message, now: shop.now() })
    }
    throw error
  }
}

/** A mail as it is read, and what owners have set about its sender. */
export async function renderMail(
  shop: Shop,
  { kind, body, words }: { kind: MailKind; body: MailBody; words: Words },
): Promise<{ senderName: string | null; shopName: string; text: string; html: string }> {
  const { senderName, shopName, ...sender } = await readSender(
    shopInLanguage(shop, languageNamed(shop, words)),
    words,
  )
  const named = NAMES_THE_SHOP.has(kind) ? bodyInShopName(body, shopName) : body
  return { senderName, shopName, text: mailText(named, sender, words), html: mailHtml(named, sender, words) }
}

/** Emails whose own words name the shop. Those about orders have their subject from order-mails.ts. */
const NAMES_THE_SHOP: ReadonlySet<MailKind> = new Set([
  'newsletter-confirm',
  'password-reset',
  'staff-invitation',
  'staff-notice',
])

const NOT_IN_HEADERS = /["<>@,;:\\[\]()]/g

function bodyInShopName({ heading, paragraphs, ...body }: MailBody, name: string): MailBody {
  return {
    ...body,
    heading: inShopName(heading, name),
    paragraphs: paragraphs.map((text) => inShopName(text, name)),
  }
}

/** What owners have set about the sender. `senderName` null: the server's setting has it. */
async function readSender(
  shop: Shop,
  words: Words,
): Promise<MailSender & { senderName: string | null; shopName: string }> {
  const [{ senderName, footer }, identity, brand] = await Promise.all([
    currentSetting(shop, MAIL_IDENTITY),
    currentVersion(shop, SHOP_IDENTITY),
    currentVersion(shop, BRAND),
  ])
  const { name } = identity.value
  const { logo: picture } = brandFiles({ brand, shop: identity })
  const { fallback } = MAIL_IDENTITY
  const isFirst = hasFirstName(name)
  const chosen =
    senderName === fallback.senderName && !isFirst ? name.replace(NOT_IN_HEADERS, '') : senderName
  const isOwn = chosen !== fallback.senderName && !('MAIL_FROM' in shop.settings.variables)
  return {
    shopName: name,
    colors: brand.value,
    picture: picture && shop.settings.publicUrl + picture,
    senderName: isOwn && chosen.trim() !== '' ? chosen : null,
    footer: footer === fallback.footer && !isFirst ? name : footer,
    logo: isFirst ? words['mails/layout'].logo : name.toUpperCase(),
  }
}
