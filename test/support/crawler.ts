import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'

/** One block of JSON-LD. */
export type Json = Record<string, unknown>

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
  isArray: (name) => ['url', 'sitemap', 'item', 'image:image', 'g:additional_image_link'].includes(name),
})

/** Reads a served shop like a search engine: XML must be well formed, JSON-LD must be valid JSON. */
export function crawler(url: () => string) {
  async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(url() + path, { headers })
    expect(response.status, path).toBe(200)
    return response.text()
  }

  async function xml<T>(path: string): Promise<T> {
    const text = await read(path)
    expect(XMLValidator.validate(text), text).toBe(true)
    return parser.parse(text) as T
  }

  async function sitemap(path = '/sitemap.xml') {
    type Entry = { loc: string; lastmod?: string; 'image:image'?: { 'image:loc': string }[] }
    return (await xml<{ urlset: { url?: Entry[] } }>(path)).urlset.url ?? []
  }

  async function feed(query = '') {
    type Item = Record<string, string> & { 'g:shipping': Record<string, string> }
    const { rss } = await xml<{ rss: { channel: { item?: Item[] } } }>(`/feed.xml${query}`)
    return rss.channel.item ?? []
  }

  async function structured(path: string, headers?: Record<string, string>): Promise<Json[]> {
    const html = await read(path, headers)
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as Json,
    )
  }

  return { read, xml, sitemap, feed, structured }
}

/** The block with this schema.org type. */
export function ofType(blocks: Json[], type: string): Json | undefined {
  return blocks.find((block) => block['@type'] === type)
}

/** The content of a `meta` element. */
export function metaOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1]
}
