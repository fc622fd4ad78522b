import { ownLanguage } from '#words/languages.ts'
import { addressInLanguage } from '#operations/address-in-language.ts'
import { toSubscriberId, type SubscriberId } from '#domain/ids.ts'
import { CONFIRM_WITHIN_MS } from '#domain/newsletter/newsletter.ts'
import type { Shop } from '#operations/shop.ts'

/** The content of a confirmation link: subscriber, time of the mail, and whether it has expired. */
export interface ConfirmLink {
  id: SubscriberId
  mailedAt: number
  expired: boolean
}

const CONFIRM_TOKEN = /^([\w-]{1,64})\.([0-9a-z]{1,10})\.([\w-]{1,64})$/
const UNSUBSCRIBE_TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

/** The address of the confirmation page. The link contains the time of the mail, and works for seven days. */
export function confirmAddress(
  shop: Shop,
  { id, mailedAt, language }: { id: SubscriberId; mailedAt: number; language: string },
): string {
  const time = mailedAt.toString(36)
  const key = shop.signedLinks.keyFor('newsletter-confirm', `${id} ${time}`)
  return addressInLanguage(shop, language, `/newsletter/confirm?token=${id}.${time}.${key}`)
}

/** Null when the link is not valid. */
export function readConfirmToken({ signedLinks, now }: Shop, token: string): ConfirmLink | null {
  const [, id = '', time = '', key = ''] = CONFIRM_TOKEN.exec(token) ?? []
  if (!signedLinks.opens(key, 'newsletter-confirm', `${id} ${time}`)) return null
  const mailedAt = Number.parseInt(time, 36)
  return { id: toSubscriberId(id), mailedAt, expired: now() > mailedAt + CONFIRM_WITHIN_MS }
}

/** The address of the unsubscribe page. It never expires: a mail may be read years later. */
export function unsubscribeAddress(shop: Shop, id: SubscriberId, language = ownLanguage(shop)): string {
  const token = `${id}.${shop.signedLinks.keyFor('newsletter-unsubscribe', id)}`
  return addressInLanguage(shop, language, `/newsletter/unsubscribe?token=${token}`)
}

/** The subscriber's id; null when the link is not valid. */
export function readUnsubscribeToken({ signedLinks }: Shop, token: string): SubscriberId | null {
  const [, id = '', key = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? []
  return signedLinks.opens(key, 'newsletter-unsubscribe', id) ? toSubscriberId(id) : null
}
