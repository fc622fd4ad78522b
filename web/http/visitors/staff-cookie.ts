import type { SessionKey } from '#providers/identity/staff-identity.ts'

/** Over https the name prefix makes browsers require Secure, the root path and this exact host. */
function cookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? '__Host-staff' : 'staff'
}

/** The session key in a request's cookie, if there is one. */
export function readStaffCookie(headers: Headers, publicUrl: string): SessionKey | null {
  return readCookie(headers, cookieName(publicUrl))
}

/**
 * The value of a request's cookie; null when it is missing or empty. Before the name only what browsers send is cut
 * off: a neighbouring host may set a cookie with our name after another kind of space, which escapes the rules of
 * `__Host-`.
 */
export function readCookie(headers: Headers, name: string): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).replace(/^[ \t]+/, '') === name) return pair.slice(equals + 1).trim() || null
  }
  return null
}

/** The cookie of a staff session that lives for `seconds`. */
export function staffCookie(publicUrl: string, key: SessionKey, seconds: number): string {
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${key}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Deletes the session cookie. */
export function expiredStaffCookie(publicUrl: string): string {
  return staffCookie(publicUrl, '', 0)
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
