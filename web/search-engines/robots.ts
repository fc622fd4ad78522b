import { pathInLanguage } from '#domain/path-in-language.ts'

/** Not to be crawled: the staff area, data for our pages, and pages for one visitor. */
const NOT_FOR_ROBOTS = ['/admin', '/api/', '/cart', '/checkout', '/thank-you']

/** The rules for crawlers (RFC 9309), with the address of the sitemap. `starts`: of the pages of each language. */
export function robotsText(publicUrl: string, starts: readonly string[]): string {
  const paths = starts.flatMap((start) => NOT_FOR_ROBOTS.map((path) => pathInLanguage(start, path)))
  return `User-agent: *
${[...new Set(paths)].map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${publicUrl}/sitemap.xml
`
}
