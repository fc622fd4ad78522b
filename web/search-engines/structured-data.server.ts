import { BRAND } from '#domain/settings/brand/brand.ts'
import { brandFiles } from '#domain/settings/brand/brand-files.ts'
import { HOME_PAGE, type HomePage } from '#domain/settings/home-page.ts'
import { pagePath, STORY, type ShopPage } from '#domain/settings/page.ts'
import { plainPolicy } from '#domain/settings/policies.ts'
import { addressOf, hasFirstName, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { currentSetting, currentVersion } from '#operations/settings/current-setting.ts'
import { readContact } from '#operations/settings/shop-contact.ts'
import type { Shop } from '#operations/shop.ts'
import type { Words } from '#words/languages.ts'
import { absoluteUrl, productPath } from './shop-address.ts'

/** A JSON-LD block in the vocabulary of schema.org. */
export type StructuredData = Record<string, unknown>

/** The address that the shop starts with, in its parts. */
const FIRST_ADDRESS = {
  '@type': 'PostalAddress',
  addressLocality: 'Saskatoon',
  addressRegion: 'SK',
  addressCountry: 'CA',
}

type SearchWords = Words['search-engines']

const CONTEXT = 'https://schema.org'

/** Structured data of the home page: the organization and the site search. */
export async function homeData(shop: Shop, words: Words): Promise<StructuredData[]> {
  const { publicUrl } = shop.settings
  const [contact, named, brand, home] = await Promise.all([
    readContact(shop),
    currentVersion(shop, SHOP_IDENTITY),
    currentVersion(shop, BRAND),
    currentSetting(shop, HOME_PAGE),
  ])
  const identity = named.value
  const address = addressOf(identity)
  const { icon, card } = brandFiles({ brand, shop: named })
  const organization = { '@id': `${publicUrl}/#organization` }
  const profiles = contact.social.map(({ href }) => href).filter(isProfile)
  return [
    {
      '@context': CONTEXT,
      '@type': 'Organization',
      ...organization,
      name: identity.name,
      slogan: taglineIn(home, words),
      url: `${publicUrl}/`,
      logo: `${publicUrl}${icon ?? '/favicon'}-512.png`,
      image: `${publicUrl}${card ?? '/social-card.jpg'}`,
      email: contact.email,
      ...(contact.phone !== '' && { telephone: contact.phone }),
      ...(hasFirstName(identity.name) && { foundingDate: '2023' }),
      ...(address !== '' && {
        address: address === SHOP_IDENTITY.fallback.address ? FIRST_ADDRESS : address,
      }),
      ...(profiles.length > 0 && { sameAs: profiles }),
    },
    {
      '@context': CONTEXT,
      '@type': 'WebSite',
      name: identity.name,
      url: `${publicUrl}/`,
      inLanguage: words.language.LANGUAGE,
      publisher: organization,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** The words over the home page: the first ones are in the language of the page. */
export function taglineIn({ tagline }: HomePage, { home }: Words): string {
  return tagline === HOME_PAGE.fallback.tagline ? home.tagline : tagline
}

/**
 * Structured data of the shop page: its products. `first` is the position of the first one in the whole list, from 0.
 */
export function shopData(
  { settings: { publicUrl } }: Shop,
  {
    words,
    ...list
  }: {
    words: SearchWords
    shopName: string
    /** Of the list; its address is `canonical`. */
    name: string
    canonical: string
    first: number
    total: number
    products: { id: string; name: string }[]
  },
): StructuredData[] {
  return [
    breadcrumbs(publicUrl, words, [{ name: list.name, path: list.canonical.replace(/\?.*/, '') }]),
    {
      '@context': CONTEXT,
      '@type': 'CollectionPage',
      name: list.name,
      url: publicUrl + list.canonical,
      isPartOf: { '@type': 'WebSite', name: list.shopName, url: `${publicUrl}/` },
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

/** Structured data of a page of the shop's own: the story, questions with their answers, or any other. */
export function pageData(
  { settings: { publicUrl } }: Shop,
  words: SearchWords,
  page: ShopPage,
): StructuredData[] {
  const questions = page.blocks.flatMap(({ kind, items }) => (kind === 'questions' ? items : []))
  const type = page.handle === STORY ? 'AboutPage' : 'WebPage'
  return [
    breadcrumbs(publicUrl, words, [{ name: page.name, path: pagePath(page) }]),
    {
      '@context': CONTEXT,
      '@type': questions.length > 0 ? 'FAQPage' : type,
      name: page.heading || page.name,
      url: publicUrl + pagePath(page),
      ...(questions.length > 0 && {
        mainEntity: questions.map(({ name, text }) => ({
          '@type': 'Question',
          name,
          acceptedAnswer: { '@type': 'Answer', text: plainPolicy(text) },
        })),
      }),
    },
  ]
}

/** The breadcrumbs of a page; the first step, home, is added to all of them. */
export function breadcrumbs(
  publicUrl: string,
  words: SearchWords,
  way: { name: string; path: string }[],
): StructuredData {
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
