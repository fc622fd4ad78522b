/**
 * Whether a write comes from our pages. Browsers send the origin of a request (Sec-Fetch-Site, or Origin in older
 * ones); a client that sends neither is not a browser, has no visitor's cookies, and is allowed.
 */
export function isSameOriginWrite(headers: Headers): boolean {
  return hasNoOrigin(headers) || isFromOwnPage(headers)
}

/** Whether a request states that it comes from one of our pages. Without such a header it does not. */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
}

/** Whether a browser says that the request comes from another site, such as from a link there. */
export function isFromOtherSite(headers: Headers): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
}

function hasNoOrigin(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === null && headers.get('origin') === null
}
