import { createHash } from 'node:crypto'
import { isIP } from 'node:net'

const NOT_PUBLIC = /(^|\.)(localhost|invalid|local|test)$/

/**
 * The Message-ID of a mail: the same for each attempt, so that mail programs can recognize a repeat. Its right side is
 * the shop's domain (RFC 5322), if it has one.
 */
export function messageIdOf(mailId: string, publicUrl: string | null): string {
  return `<${safeMailId(mailId)}@${domainOf(publicUrl) ?? 'redemption.invalid'}>`
}

/** A mail's id as a name for files and headers: unsafe ones are hashed. */
export function safeMailId(mailId: string): string {
  return /^[\w-]{1,100}$/.test(mailId) ? mailId : createHash('sha256').update(mailId).digest('hex')
}

function domainOf(publicUrl: string | null): string | null {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || !hostname.includes('.') || NOT_PUBLIC.test(hostname) ? null : hostname
}
