/** Not to be crawled: the staff area, data for our pages, and pages for one visitor. */
const NOT_FOR_ROBOTS = ['/admin', '/api/', '/cart', '/checkout', '/thank-you']

/** The rules for crawlers (RFC 9309), with the address of the sitemap. */
export function robotsText(publicUrl: string): string {
  return `User-agent: *
${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${publicUrl}/sitemap.xml
`
}
