import type { PasskeyChallenge } from '#providers/identity/passkeys/staff-passkeys.ts'
import { readCookie } from './staff-cookie.ts'

/** The passkey challenge that this browser was given, if there is one. */
export function readPasskeyCookie(headers: Headers, publicUrl: string): PasskeyChallenge | null {
  return readCookie(headers, cookieName(publicUrl))
}

/** The cookie of a challenge that can be answered for `seconds`; 0 deletes it. It is never sent from other sites. */
export function passkeyCookie(publicUrl: string, challenge: PasskeyChallenge, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${challenge}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-staff-passkey' : 'staff-passkey'
}
