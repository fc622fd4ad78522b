import { createHash } from 'node:crypto'

/** The ETag of a text, made from its content. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether If-None-Match contains this ETag, in a list or not, weak or strong: a proxy that compresses a response makes
 * its ETag weak (RFC 9110, 13.1.2).
 */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match') ?? ''
  const bare = (one: string) => one.trim().replace(/^W\//, '')
  return known.split(',').some((one) => bare(one) === bare(etag))
}
