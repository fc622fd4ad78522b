import type { Picture } from '#domain/catalog/product.ts'
import type { Drop } from '#domain/drops/drop.ts'
import type { StoredFilm } from './film.ts'
import { BLOCKS, type PageBlock } from './page.ts'

/** The sections that staff choose from, and what they are called. Those of `BLOCKS` are parts of pages. */
export const HOME_SECTIONS = {
  hero: 'Opening',
  products: 'Products',
  text: 'Text, such as your story',
  line: BLOCKS.line.label,
  picture: BLOCKS.picture.label,
  beside: BLOCKS.beside.label,
  film: 'Video',
  drop: 'Countdown to a drop',
  newsletter: 'Newsletter',
} as const

/** A kind of section of the home page. */
export type HomeSectionKind = keyof typeof HOME_SECTIONS

/** Where the products of a section come from, and what staff read. */
export const PRODUCT_SOURCES = {
  newest: 'The newest',
  chosen: 'Chosen by hand',
  category: 'Of a category',
  collection: 'Of a collection',
  back: 'Back in stock in the last 30 days',
} as const

/** Where the products of a section come from. */
export type ProductSource = keyof typeof PRODUCT_SOURCES

/** For how many days a product counts as back in stock. */
export const BACK_IN_STOCK_DAYS = 30

/** How many products a section may show: whole rows of the grid at every width. */
export const PRODUCT_COUNTS = [4, 8, 12] as const

/** How many products an owner can choose: the grid of the home page. */
export const MAX_CHOSEN_PRODUCTS = 12

/** The most sections of a home page. */
export const MAX_SECTIONS = 20

interface AnySection {
  /** Shoppers do not see it. */
  hidden: boolean
}

/** Shows what the setting says of picture, film and words. */
export interface HeroSection extends AnySection {
  kind: 'hero'
}

/** Products under a heading. What `from` does not ask for is empty. */
export interface ProductsSection extends AnySection {
  kind: 'products'
  heading: string
  from: ProductSource
  /** The addresses of chosen products, in their order. */
  products: string[]
  /** The stored value of a category. */
  category: string
  /** The id of a collection. */
  collection: string
  /** How many are shown at most, unless they are chosen by hand. */
  most: (typeof PRODUCT_COUNTS)[number]
}

/** A part of a page. */
export type BlockSection = PageBlock & AnySection & { kind: 'text' | 'line' | 'picture' | 'beside' }

/** A film that visitors start themselves, and the picture that is shown until then. */
export interface FilmSection extends AnySection {
  kind: 'film'
  heading: string
  film: StoredFilm | null
  picture: Picture | null
  /** Below it, in the format of `policySections`. */
  text: string
}

/** A drop that is to come, and the time until then. */
export interface DropSection extends AnySection {
  kind: 'drop'
  /** Its id; blank: the next one. */
  drop: string
}

/** The box of the newsletter. */
export interface NewsletterSection extends AnySection {
  kind: 'newsletter'
}

/** A section of the home page. */
export type HomeSection =
  | HeroSection
  | ProductsSection
  | BlockSection
  | FilmSection
  | DropSection
  | NewsletterSection

/** Products as the home page begins with: the newest, or those that an owner has chosen. */
export function firstProducts(heading: string, chosen: string[] = []): ProductsSection {
  return {
    kind: 'products',
    hidden: false,
    heading,
    from: chosen.length > 0 ? 'chosen' : 'newest',
    products: chosen,
    category: '',
    collection: '',
    most: 12,
  }
}

/** The home page of the specification. */
export function firstSections(heading: string, chosen?: string[]): HomeSection[] {
  return [
    { kind: 'hero', hidden: false },
    firstProducts(heading, chosen),
    { kind: 'newsletter', hidden: false },
  ]
}

/**
 * The drop that a section counts down to: one that is not on sale yet, and no draft, which only staff know of. Null:
 * there is none.
 */
export function dropOf({ drop }: DropSection, drops: readonly Drop[], now: number): Drop | null {
  const upcoming = drops.filter(({ isDraft, soldFrom }) => !isDraft && now < soldFrom)
  if (drop !== '') return upcoming.find((one) => one.id === drop) ?? null
  return upcoming.toSorted((one, other) => one.soldFrom - other.soldFrom)[0] ?? null
}
