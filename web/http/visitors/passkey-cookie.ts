import type { PasskeyChallenge } from '#providers/identity/passkeys/staff-passkeys.ts'
import { readCookie } from './staff-cookie.ts'

/** The question about a passkey that this browser was asked, if there is one. */
export function readPasskeyCookie(headers: Headers, publicUrl: string): PasskeyChallenge | null {
  return readCookie(headers, cookieName(publicUrl))
}

/** The cookie of a question that waits `seconds` for its answer; 0 deletes it. It is never sent from other sites. */
export function passkeyCookie(publicUrl: string, challenge: PasskeyChallenge, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${challenge}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-staff-passkey' : 'staff-passkey'
}
