import { randomUUID } from 'node:crypto'
import type { Shop } from '#operations/shop.ts'
import { readCookie } from './staff-cookie.ts'

const ONE_DAY_S = 24 * 60 * 60
const ID = /^[A-Za-z0-9_-]{22}$/

type Keys = Pick<Shop, 'signedLinks' | 'settings'>

/** Over https the name prefix makes browsers require Secure, the root path and this exact host. */
function cookieName({ publicUrl }: Keys['settings']): string {
  return publicUrl.startsWith('https:') ? '__Host-visitor' : 'visitor'
}

/** The id that this browser received with its last order; null when it has no cookie with our signature. */
export function readVisitorCookie(headers: Headers, { signedLinks, settings }: Keys): string | null {
  const [id = '', signature = ''] = (readCookie(headers, cookieName(settings)) ?? '').split('.')
  return ID.test(id) && signedLinks.opens(signature, 'visitor', `cookie ${id}`) ? id : null
}

/** Node keeps random bytes for UUIDs: other ones would be a call to the system for each order. */
export function newVisitorId(): string {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
}

/** Sets the id of a browser: random, not readable by scripts, and valid for a day after the last order. */
export function visitorCookie(id: string, { signedLinks, settings }: Keys): string {
  const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = `${id}.${signedLinks.keyFor('visitor', `cookie ${id}`)}`
  return `${cookieName(settings)}=${value}; Max-Age=${ONE_DAY_S}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
