import { randomUUID } from 'node:crypto'
import { readCookie } from './staff-cookie.ts'

const ONE_DAY_S = 24 * 60 * 60
const ID = /^[A-Za-z0-9_-]{22}$/

/** Over https the name prefix makes browsers require Secure, the root path and this exact host. */
function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-visitor' : 'visitor'
}

/** The id that this browser received with its last order; null when it has no cookie of ours. */
export function readVisitorCookie(headers: Headers, publicUrl: string): string | null {
  const id = readCookie(headers, cookieName(publicUrl))
  return id !== null && ID.test(id) ? id : null
}

/** Node keeps random bytes for UUIDs: other ones would be a call to the system for each order. */
function newId(): string {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
}

/** Sets the id of a browser: random, not readable by scripts, and valid for a day after the last order. */
export function visitorCookie(publicUrl: string, id = newId()): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${id}; Max-Age=${ONE_DAY_S}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
