import type { DeviceToken } from '#domain/staff/staff-member.ts'
import type { Shop } from '#operations/shop.ts'
import { readCookie } from './staff-cookie.ts'

/** The longest lifetime that browsers allow. The accounts forget a browser sooner (staff-devices.ts). */
const SECONDS = 400 * 24 * 60 * 60
const TOKEN = /^[\w-]{16,64}$/

type Keys = Pick<Shop, 'signedLinks' | 'settings'>

/** The device token of a browser that staff have signed in from. A cookie without our signature is ignored. */
export function readDeviceCookie(headers: Headers, { signedLinks, settings }: Keys): DeviceToken | null {
  const [token = '', signature = ''] = (readCookie(headers, cookieName(settings)) ?? '').split('.')
  return TOKEN.test(token) && signedLinks.opens(signature, 'staff-device', token) ? token : null
}

/** The cookie that identifies a known browser. It is never sent to pages or other sites. */
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
