import type { SecondStepKey } from '#providers/identity/staff-identity.ts'
import { readCookie } from './staff-cookie.ts'

/** The sign-in of this browser that waits for a code, if there is one. */
export function readStepCookie(headers: Headers, publicUrl: string): SecondStepKey | null {
  return readCookie(headers, cookieName(publicUrl))
}

/** The cookie of a sign-in that waits for a code for `seconds`; 0 deletes it. It is never sent from other sites. */
export function stepCookie(publicUrl: string, key: SecondStepKey, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${key}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-staff-step' : 'staff-step'
}
