import type { CardEntrySources } from '#providers/payments/payment-gateway.ts'
import { EARLY_TAPS_SOURCE } from './pages/early-taps.ts'
import { START_CODE_SOURCE } from './pages/start-code.ts'
import { VIEW_TRANSITION_SOURCES } from './pages/view-transitions.ts'

/** One policy for every page: only our own files, and our inline scripts and style, allowed by their hashes. */
const OWN_FILES_ONLY = [
  "default-src 'none'",
  `script-src 'self' ${VIEW_TRANSITION_SOURCES.script} ${START_CODE_SOURCE} ${EARLY_TAPS_SOURCE}`,
  `style-src 'self' ${VIEW_TRANSITION_SOURCES.style}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

const ALWAYS: [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
]

/** The headers of every response; with HSTS when the shop is served over https. */
export function securityHeaders(publicUrl: string): [string, string][] {
  return publicUrl.startsWith('https:')
    ? [...ALWAYS, ['strict-transport-security', 'max-age=31536000']]
    : ALWAYS
}

/** The same headers for a picture, which mails, link previews and product feeds show on other sites. */
export function crossOriginHeaders(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'cross-origin-resource-policy' ? 'cross-origin' : value,
  ])
}

/** The permissions policy of pages. */
const PAGE_POLICIES: [string, string][] = [
  ['content-security-policy', OWN_FILES_ONLY.join('; ')],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self)'],
]

/** The same headers for a page that embeds the card entry of another host, which may open windows of its own. */
export function withExtraSources(
  headers: [string, string][],
  { script, frame, connect, payment }: CardEntrySources,
): [string, string][] {
  const payers = ['self', ...payment.map((origin) => `"${origin}"`)].join(' ')
  return headers.map(([name, value]) => {
    if (name === 'content-security-policy') {
      const extended = withSources(withSources(value, 'script-src', script), 'connect-src', connect)
      return [name, frame.length > 0 ? [`${extended}; frame-src`, ...frame].join(' ') : extended]
    }
    if (name === 'cross-origin-opener-policy' && frame.length > 0) return [name, 'same-origin-allow-popups']
    return [name, name === 'permissions-policy' ? value.replace('(self)', `(${payers})`) : value]
  })
}

/** The same headers for a page with inline styles, allowed by their hashes. */
export function withInlineStyles(headers: [string, string][], hashes: readonly string[]): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'content-security-policy' ? withSources(value, 'style-src', hashes) : value,
  ])
}

/** The same headers for a page with one more inline script, allowed by its hash. */
export function withInlineScript(headers: [string, string][], hash: string): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'content-security-policy' ? withSources(value, 'script-src', [hash]) : value,
  ])
}

/** A content security policy with further sources in one of its directives. */
function withSources(policy: string, directive: string, sources: readonly string[]): string {
  const extended = policy.split('; ').map((one) => {
    return one.startsWith(`${directive} `) ? [one, ...sources].join(' ') : one
  })
  return extended.join('; ')
}

/** The same headers for a page that may ask for the camera. */
export function withCamera(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'permissions-policy' ? value.replace('camera=()', 'camera=(self)') : value,
  ])
}

/** The same headers for a page with frames of the shop's own. */
export function withOwnFrames(headers: [string, string][]): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'content-security-policy' ? `${value}; frame-src 'self'` : value,
  ])
}

/** The same headers for pages whose pictures come from other origins. */
export function withPictureOrigins(
  headers: [string, string][],
  origins: readonly string[],
): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name === 'content-security-policy' ? withSources(value, 'img-src', origins) : value,
  ])
}

/** The additional headers of every shop page. */
export function pageHeaders(publicUrl: string): [string, string][] {
  return [
    ...securityHeaders(publicUrl),
    ...PAGE_POLICIES,
    ['cache-control', 'private, no-cache'],
    ['vary', 'accept-encoding, cookie'],
    ['speculation-rules', '"/speculation-rules.json"'],
  ]
}

/** The additional headers of every staff page: not cached, not indexed. */
export function staffPageHeaders(publicUrl: string): [string, string][] {
  return [
    ...securityHeaders(publicUrl),
    ...PAGE_POLICIES,
    ['cache-control', 'no-store'],
    ['x-robots-tag', 'noindex, nofollow'],
  ]
}

/**
 * The additional headers of a page for one visitor: not cached, not indexed, and other sites do not learn its address.
 * Not `no-referrer`: with it, browsers without Sec-Fetch-Site send `Origin: null` from our forms.
 */
export function personalPageHeaders(publicUrl: string): [string, string][] {
  const own = staffPageHeaders(publicUrl).filter(([name]) => name !== 'referrer-policy')
  return [...own, ['referrer-policy', 'same-origin']]
}
