import type { DeviceToken } from '#providers/identity/staff-identity.ts'
import type { Shop } from '#operations/shop.ts'
import { readCookie } from './staff-cookie.ts'

/** The longest that browsers keep a cookie. The accounts forget a browser sooner (sql-staff-devices.ts). */
const SECONDS = 400 * 24 * 60 * 60
const TOKEN = /^[\w-]{16,64}$/

type Keys = Pick<Shop, 'signedLinks' | 'settings'>

/** The browser that a request comes from, when staff have signed in there. A cookie that we did not sign is none. */
export function readDeviceCookie(headers: Headers, { signedLinks, settings }: Keys): DeviceToken | null {
  const [token = '', signature = ''] = (readCookie(headers, cookieName(settings)) ?? '').split('.')
  return TOKEN.test(token) && signedLinks.opens(signature, 'staff-device', token) ? token : null
}

/** The cookie that makes a browser known. No page and no other site ever needs it. */
export function deviceCookie(token: DeviceToken, { signedLinks, settings }: Keys): string {
  const value = `${token}.${signedLinks.keyFor('staff-device', token)}`
  const secure = isHttps(settings) ? '; Secure' : ''
  return `${cookieName(settings)}=${value}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

function cookieName(settings: Keys['settings']): string {
  return isHttps(settings) ? '__Host-staff-device' : 'staff-device'
}

function isHttps({ publicUrl }: Keys['settings']): boolean {
  return publicUrl.startsWith('https:')
}
