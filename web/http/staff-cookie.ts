import type { SessionKey } from '#providers/identity/staff-identity.ts'

/** Over https the name itself makes browsers insist on Secure, the root path and this very host. */
function cookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-staff' : 'staff'
}

/** The session key that a request brings along, if it brings one. */
export function readStaffCookie(headers: Headers, publicUrl: string): SessionKey | null {
  return readCookie(headers, cookieName(publicUrl))
}

/** What a request's cookie of this name holds; null when there is none, or nothing in it. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null
  }
  return null
}

/** The cookie that keeps somebody signed in for `seconds`. */
export function staffCookie(publicUrl: string, key: SessionKey, seconds: number): string {
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${key}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Takes the cookie away. */
export function expiredStaffCookie(publicUrl: string): string {
  return staffCookie(publicUrl, '', 0)
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
