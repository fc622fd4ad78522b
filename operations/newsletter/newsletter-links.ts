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
export function confirmAddress({ signedLinks, settings }: Shop, id: SubscriberId, mailedAt: number): string {
  const time = mailedAt.toString(36)
  const key = signedLinks.keyFor('newsletter-confirm', `${id} ${time}`)
  return `${settings.publicUrl}/newsletter/confirm?token=${id}.${time}.${key}`
}

/** Null when the link is not valid. */
export function readConfirmToken({ signedLinks, now }: Shop, token: string): ConfirmLink | null {
  const [, id = '', time = '', key = ''] = CONFIRM_TOKEN.exec(token) ?? []
  if (!signedLinks.opens(key, 'newsletter-confirm', `${id} ${time}`)) return null
  const mailedAt = Number.parseInt(time, 36)
  return { id: toSubscriberId(id), mailedAt, expired: now() > mailedAt + CONFIRM_WITHIN_MS }
}

/** The address of the unsubscribe page. It never expires: a mail may be read years later. */
export function unsubscribeAddress({ signedLinks, settings }: Shop, id: SubscriberId): string {
  return `${settings.publicUrl}/newsletter/unsubscribe?token=${id}.${signedLinks.keyFor('newsletter-unsubscribe', id)}`
}

/** The subscriber's id; null when the link is not valid. */
export function readUnsubscribeToken({ signedLinks }: Shop, token: string): SubscriberId | null {
  const [, id = '', key = ''] = UNSUBSCRIBE_TOKEN.exec(token) ?? []
  return signedLinks.opens(key, 'newsletter-unsubscribe', id) ? toSubscriberId(id) : null
}
