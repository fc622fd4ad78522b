export type Encoding = 'br' | 'gzip' | 'identity'

const REFUSED = /\b(br|gzip|zstd)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g

/** The best of our encodings that an Accept-Encoding header accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const offered = withoutRefused(accepted)
  if (offered.includes('br')) return 'br'
  return offered.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether an Accept-Encoding header accepts Zstandard, as most browsers do. */
export function acceptsZstandard(accepted = ''): boolean {
  return withoutRefused(accepted).includes('zstd')
}

function withoutRefused(accepted: string): string {
  return accepted.includes('q=0') ? accepted.replace(REFUSED, '') : accepted
}
