import type { ComponentType } from 'react'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Cents } from '#domain/money.ts'
import type { CardEntrySources } from '#providers/payments/payment-gateway.ts'

/** What a `*-page.server.ts` is asked with: the visitor's address line and the currency they see. */
export interface PageRequest {
  path: string
  /** The parts of the path that the route names: `/product/:id` gives `id`. */
  params: Record<string, string>
  /** Only the query names that the route declares. */
  query: URLSearchParams
  currency: CurrencyCode
}

/** Go elsewhere: a path of this shop. */
export interface Redirect {
  redirect: string
}

/** What stands in the head of the page. `canonical` is a path. */
export interface PageHead {
  title: string
  description: string
  canonical: string
  /** Kept out of search engines. */
  noindex?: boolean
  /** What a shared link shows. The shop's own card stands in for it. */
  picture?: SharedPicture
  /** What the page sells, for who shares or lists it. */
  product?: { id: string; price: Cents; inStock: boolean }
  /** The page lists products, and so does the feed. */
  feed?: boolean
  /** What search engines read beside the page: JSON-LD in the words of schema.org. */
  structured?: Record<string, unknown>[]
}

/** A picture as other sites show it, in pixels. `url` as the image store gives it. */
export interface SharedPicture {
  url: string
  type: string
  width: number
  height: number
  alt: string
}

/** A component and the name its file has in the browser build: `storefront/shop/shop-page`. */
export interface Screen {
  screen: string
  component: ComponentType<never>
}

/**
 * What a page is made of: its status, its head, the props of its component; another screen when it could not be had.
 */
export interface PageAnswer {
  status: number
  head: PageHead
  props: object
  screen?: Screen
  /** What tells the page apart, when it is the same for everybody who sees this currency, whatever they asked for. */
  sameFor?: string
  /** Other hosts, which the headers of the page must let in. */
  extraSources?: CardEntrySources | null
}

/** What the frame of every storefront page (bar, footer) needs. */
export interface FrameProps {
  currentPath: string
  searchQuery: string
  currency: CurrencyCode
  /** The ten that can be chosen, and the visitor's own when it is another one of the table. */
  currencyChoices: CurrencyCode[]
  year: number
  /** The shop's profiles elsewhere, for the footer. */
  social: { label: string; href: string }[]
  /** The gateway takes no money, and the page says so. */
  testMode: boolean
}

/** A picture ready to be shown: addresses for every width, so that the browser takes the right one. */
export interface PictureView {
  alt: string
  width: number
  height: number
  placeholder: string
  src: string
  sources: { type: string; srcSet: string }[]
}

/** A product as cards and suggestions show it. `price` is text in the visitor's currency. */
export interface ProductCardView {
  id: string
  name: string
  price: string
  picture: PictureView | null
  outOfStock: boolean
}
