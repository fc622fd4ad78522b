import { collectionPath } from '#domain/catalog/collection.ts'
import type { Product } from '#domain/catalog/product.ts'
import { pagePath } from '#domain/settings/page.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { publicCollections } from '#operations/settings/shop-collections.ts'
import { publicPages } from '#operations/settings/shop-pages.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { alternatesOf } from '#web/http/request-language.ts'
import { catalogPages } from './catalog-pages.server.ts'
import { listedPicture } from './listed-picture.server.ts'
import { absoluteUrl, productPath } from './shop-address.ts'
import { element, escapeXml } from './xml.ts'

/** The sitemap is split into parts of this many products: readers accept at most 50,000 addresses and 50 MB. */
export const PRODUCTS_PER_PART = 5_000

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const LANGUAGES = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const PICTURES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/** The static pages around those of the shop's own. Pages for a single visitor are not listed. */
const FIRST = ['/', '/shop']
const LAST = ['/contact', '/delivery-returns', '/privacy-policy']

/** One part of the sitemap, from 1: the static pages are in the first (sitemaps.org). */
export async function* sitemapPart(shop: Shop, part: number): AsyncGenerator<string> {
  const { catalog } = shop
  const languages = shop.languages.size > 1 ? ` ${LANGUAGES}` : ''
  yield `${DECLARATION}<urlset ${NAMESPACE} ${PICTURES}${languages}>\n`
  if (part === 1) {
    const { drops } = await currentSetting(shop, DROPS)
    const own = (await publicPages(shop)).map(pagePath)
    const collections = (await publicCollections(shop)).map(({ handle }) => collectionPath(handle))
    const pages = drops.filter(({ isDraft }) => !isDraft).map(({ handle }) => `/drop/${handle}`)
    yield [...FIRST, ...collections, ...own, ...LAST, ...pages]
      .map((path) => entries(shop, path, ''))
      .join('')
  }
  const from = (part - 1) * PRODUCTS_PER_PART
  for await (const products of catalogPages(catalog, from, from + PRODUCTS_PER_PART)) {
    yield products.map((product) => productEntry(shop, product)).join('')
  }
  yield '</urlset>\n'
}

/** The index of the parts. */
export async function* sitemapIndex({ settings }: Shop, parts: number): AsyncGenerator<string> {
  yield `${DECLARATION}<sitemapindex ${NAMESPACE}>\n`
  for (let part = 1; part <= parts; part++) {
    yield `<sitemap>${element('loc', `${settings.publicUrl}/sitemap.xml?part=${part}`)}</sitemap>\n`
  }
  yield '</sitemapindex>\n'
}

function productEntry(shop: Shop, product: Product): string {
  const { images, settings } = shop
  const pictures = product.pictures.map((picture) => {
    const { url } = listedPicture(images, picture)
    return `<image:image>${element('image:loc', absoluteUrl(settings.publicUrl, url))}</image:image>`
  })
  const changed = element('lastmod', new Date(product.updatedAt).toISOString())
  return entries(shop, productPath(product.id), changed + pictures.join(''))
}

/** A page, in each language with the addresses of all. */
function entries(shop: Shop, path: string, about: string): string {
  const { publicUrl } = shop.settings
  const alternates = alternatesOf(shop, path)
  const links = alternates.map(
    (one) =>
      `<xhtml:link rel="alternate" hreflang="${one.language}" href="${escapeXml(publicUrl + one.path)}"/>`,
  )
  const paths = alternates.length === 0 ? [path] : new Set(alternates.map((one) => one.path))
  return Array.from(
    paths,
    (one) => `<url>${element('loc', publicUrl + one)}${about}${links.join('')}</url>\n`,
  ).join('')
}
