import { createHash } from 'node:crypto'

/** Names a text by what it says. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether If-None-Match names this ETag: one of several, and weak or strong, since a proxy that compresses an answer
 * makes its ETag weak (RFC 9110, 13.1.2).
 */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match') ?? ''
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return known.split(',').some((one) => bare(one) === bare(etag))
}
