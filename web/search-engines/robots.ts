/** What programs need not look at: the staff area, data for our own pages, and what belongs to one visitor. */
const NOT_FOR_ROBOTS = ['/admin', '/api/', '/cart', '/checkout', '/thank-you']

/** The rules for crawlers (RFC 9309), and where they find the rest. */
export function robotsText(publicUrl: string): string {
  return `User-agent: *
${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${publicUrl}/sitemap.xml
`
}
