/**
 * Whether a write comes from our own pages. Browsers say where a request started (Sec-Fetch-Site, or Origin when they
 * are older); a program that is not a browser says neither, carries nobody's cookies, and is let through.
 */
export function isSameOriginWrite(headers: Headers): boolean {
  return saysNoOrigin(headers) || isFromOwnPage(headers)
}

/** Whether a request says that it comes from one of our own pages. One that says nothing does not. */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
}

function saysNoOrigin(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === null && headers.get('origin') === null
}
