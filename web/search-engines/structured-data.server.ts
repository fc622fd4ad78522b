import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/language.ts'
import * as words from '#words/search-engines.ts'
import { absoluteUrl, productPath } from './shop-address.ts'

/** A JSON-LD block in the vocabulary of schema.org. */
export type StructuredData = Record<string, unknown>

const CONTEXT = 'https://schema.org'

/** Structured data of the home page: the organization and the site search. */
export function homeData({ settings: { publicUrl, contact } }: Shop): StructuredData[] {
  const organization = { '@id': `${publicUrl}/#organization` }
  const profiles = contact.social.map(({ href }) => href).filter(isProfile)
  return [
    {
      '@context': CONTEXT,
      '@type': 'Organization',
      ...organization,
      name: words.brand,
      slogan: words.slogan,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/favicon-512.png`,
      image: `${publicUrl}/social-card.jpg`,
      email: contact.email,
      telephone: contact.phone,
      foundingDate: '2023',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Saskatoon',
        addressRegion: 'SK',
        addressCountry: 'CA',
      },
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    {
      '@context': CONTEXT,
      '@type': 'WebSite',
      name: words.brand,
      url: `${publicUrl}/`,
      inLanguage: LANGUAGE,
      publisher: organization,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/**
 * Structured data of the shop page: its products. `first` is the position of the first one in the whole list, from 0.
 */
export function shopData(
  { settings: { publicUrl } }: Shop,
  list: { canonical: string; first: number; total: number; products: { id: string; name: string }[] },
): StructuredData[] {
  return [
    breadcrumbs(publicUrl, [{ name: words.shopAll, path: '/shop' }]),
    {
      '@context': CONTEXT,
      '@type': 'CollectionPage',
      name: words.shopAll,
      url: publicUrl + list.canonical,
      isPartOf: { '@type': 'WebSite', name: words.brand, url: `${publicUrl}/` },
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: list.total,
        itemListElement: list.products.map(({ id, name }, index) => ({
          '@type': 'ListItem',
          position: list.first + index + 1,
          url: absoluteUrl(publicUrl, productPath(id)),
          name,
        })),
      },
    },
  ]
}

/** The breadcrumbs of a page; the first step, home, is added to all of them. */
export function breadcrumbs(publicUrl: string, way: { name: string; path: string }[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: words.home, path: '/' }, ...way].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  }
}

/** A social network's front page is not a profile. */
function isProfile(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.length > 1
}
