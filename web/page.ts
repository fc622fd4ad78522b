import type { ComponentType } from 'react'
import type { CurrencyCode } from '#domain/currency.ts'
import type { MenuLink } from '#domain/settings/menus.ts'
import type { Cents } from '#domain/money.ts'
import type { Words } from '#words/languages.ts'
import type { CardEntrySources } from '#providers/payments/payment-gateway.ts'

/** The context of a `*-page.server.ts`: the visitor's address and display currency. */
export interface PageRequest {
  path: string
  /** The path parameters: `/product/:id` gives `id`. */
  params: Record<string, string>
  /** Only the query parameters that the route declares. */
  query: URLSearchParams
  currency: CurrencyCode
  /** What the form of the page has posted to it; absent: the page was only opened. */
  posted?: { form: URLSearchParams }
  /** What the browser sent, such as its cookies; absent: the page is the same for everyone. */
  headers?: Headers
  /** From which address, behind trusted proxies; absent as `headers`. */
  address?: string
  /** Of the page, as in `words/languages.ts`, and its words. */
  language: string
  words: Words
}

/** A redirect to a path of this shop. */
export interface Redirect {
  redirect: string
}

/** The metadata of a page. `canonical` is a path. */
export interface PageHead {
  title: string
  description: string
  canonical: string
  /** Title and description are an owner's, and may name anything. */
  ownWords?: boolean
  /** Not indexed by search engines. */
  noindex?: boolean
  /** The picture of a link preview; by default the shop's card. */
  picture?: SharedPicture
  /** The product of the page, for link previews and product listings. */
  product?: { id: string; price: Cents; inStock: boolean }
  /** The page lists products, and links the feed. */
  feed?: boolean
  /** Structured data for search engines: JSON-LD in the vocabulary of schema.org. */
  structured?: Record<string, unknown>[]
}

/** A picture for other sites, in pixels. `url` as returned by the image store. */
export interface SharedPicture {
  url: string
  type: string
  width: number
  height: number
  alt: string
}

/** A component and the name of its file in the browser build: `storefront/shop/shop-page`. */
export interface Screen {
  screen: string
  component: ComponentType<never>
}

/** A rendered page: status, metadata and props of its component; another screen when it could not be loaded. */
export interface PageAnswer {
  status: number
  head: PageHead
  /** The browser gets all of them except `served`: what only the server renders (as-served.tsx). */
  props: object
  screen?: Screen
  /** Further screens whose styles the page has, because it shows parts of theirs. */
  styledAs?: readonly string[]
  /** A cache key for a page that is the same for all visitors with this currency, at any address. */
  sameFor?: string
  /** Other hosts, which the headers of the page must allow. */
  extraSources?: CardEntrySources | null
  /** The language of the page where it is not that of its address: an order keeps its own. */
  language?: string
  /** The page may ask for the camera. */
  usesCamera?: boolean
  /** The page shows other answers of the shop in frames. */
  hasFrames?: boolean
}

/** `day`: the date of an old rate, in words. `attribution`: its source, when that must be credited. */
export interface RateNote {
  currency: CurrencyCode
  day: string | null
  attribution: { label: string; href: string } | null
}

/** The props of the storefront frame (bar, footer). */
export interface FrameProps {
  currentPath: string
  searchQuery: string
  currency: CurrencyCode
  /** The ten selectable currencies, and the visitor's own when it is another one of the table. */
  currencyChoices: CurrencyCode[]
  year: number
  /** The links of the bar, and those of the footer where they are not the first ones. */
  header: readonly MenuLink[]
  footer?: readonly MenuLink[]
  /** The shop's profiles elsewhere, for the footer. */
  social: { label: string; href: string }[]
  /** The note about the exchange rate of the page's prices; null when none is needed. */
  rateNote: RateNote | null
  /** The shop sells to consumers who may withdraw from the contract. */
  offersWithdrawal: boolean
  /** The other languages of the shop, and this page in each of them; absent where there are none. */
  languages?: readonly { language: string; name: string; href: string }[]
  /** The gateway takes no money: the page shows that it is a test. */
  testMode: boolean
}

/** A picture for display: addresses for every width, so that the browser can choose. */
export interface PictureView {
  alt: string
  width: number
  height: number
  placeholder: string
  src: string
  sources: { type: string; srcSet: string }[]
}

/**
 * A product as cards and suggestions show it. `price` is text in the visitor's currency; `before` is the higher one
 * before a reduction.
 */
export interface ProductCardView {
  id: string
  name: string
  price: string
  before?: string | undefined
  picture: PictureView | null
  outOfStock: boolean
  /** On its picture: that it is out of stock, or sold before it is made. */
  mark?: string | undefined
}
