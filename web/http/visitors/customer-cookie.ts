import type { Shop } from '#operations/shop.ts'
import { SESSION_MS } from '#operations/accounts/sign-in.ts'
import { readCookie } from './staff-cookie.ts'

type Keys = Pick<Shop, 'settings'>

/** Over https the name prefix makes browsers require Secure, the root path and this exact host. */
function cookieName({ publicUrl }: Keys['settings']): string {
  return publicUrl.startsWith('https:') ? '__Host-customer' : 'customer'
}

/** The session of a customer in this browser, unchecked. */
export function readCustomerCookie(headers: Headers | undefined, { settings }: Keys): string | null {
  return headers ? readCookie(headers, cookieName(settings)) : null
}

/**
 * Signs a browser in; an empty key signs it out. Scripts cannot read the session, only that there is one: pages are the
 * same for everyone and ask for what is the customer's own.
 */
export function customerCookies(key: string, { settings }: Keys): string[] {
  const seconds = key === '' ? 0 : SESSION_MS / 1_000
  const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  const terms = `Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
  return [`${cookieName(settings)}=${key}; HttpOnly; ${terms}`, `signed-in=${key && 'yes'}; ${terms}`]
}
