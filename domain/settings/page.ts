import type { Picture } from '#domain/catalog/product.ts'

/** The parts of a page. What each shows of a `PageBlock`, and what staff call it, is in `BLOCKS`. */
export type BlockKind = 'text' | 'line' | 'picture' | 'beside' | 'people' | 'questions' | 'map'

/** One of several in a block: a person, a question with its answer, a point of a text. */
export interface BlockItem {
  name: string
  text: string
  picture: Picture | null
}

/** A part of a page. Texts have the format of `policySections`. What its kind does not show is empty. */
export interface PageBlock {
  kind: BlockKind
  heading: string
  text: string
  picture: Picture | null
  items: readonly BlockItem[]
}

/** A page of the shop's own. `id` never changes. */
export interface ShopPage {
  id: string
  /** What breadcrumbs and menus call it. */
  name: string
  /** What it begins with; empty: its name. */
  heading: string
  handle: string
  isDraft: boolean
  /** Epoch milliseconds; null: at once. */
  publishedFrom: number | null
  /** For search engines; empty: its heading. */
  searchTitle: string
  description: string
  blocks: readonly PageBlock[]
}

/** The parts of a block that are shown. `item`: what one of its items is called, and its two texts. */
interface BlockLook {
  label: string
  has: readonly (keyof PageBlock)[]
  text?: string
  item?: { one: string; name: string; text: string; hasPicture?: true }
}

/** Every kind of block, in the order in which staff choose. */
export const BLOCKS: Readonly<Record<BlockKind, BlockLook>> = {
  text: {
    label: 'Text',
    has: ['heading', 'text', 'items'],
    item: { one: 'Point', name: 'Name', text: 'Text' },
  },
  line: { label: 'Large line', has: ['text'] },
  picture: { label: 'Large image', has: ['picture', 'text'], text: 'Words below it' },
  beside: { label: 'Image beside text', has: ['heading', 'picture', 'text'] },
  people: {
    label: 'People',
    has: ['heading', 'items'],
    item: { one: 'Person', name: 'Name', text: 'What they do', hasPicture: true },
  },
  questions: {
    label: 'Questions and answers',
    has: ['heading', 'items'],
    item: { one: 'Question', name: 'Question', text: 'Answer' },
  },
  map: { label: 'Address with a map link', has: ['heading', 'text'], text: 'Address' },
}

/** The limits of the setting. */
export const PAGE_LIMITS = {
  pages: 100,
  name: 60,
  heading: 120,
  handle: 60,
  searchTitle: 70,
  description: 300,
  blocks: 60,
  text: 10_000,
  items: 60,
  itemName: 300,
  itemText: 3_000,
  alt: 300,
} as const

/** The page of the brand story: it has an address of its own (spec 2). */
export const STORY = 'about'

/** Where a page is. */
export function pagePath({ handle }: Pick<ShopPage, 'handle'>): string {
  return handle === STORY ? `/${STORY}` : `/pages/${handle}`
}

/** Whether shoppers see a page. */
export function isPublicPage({ isDraft, publishedFrom }: ShopPage, now: number): boolean {
  return !isDraft && (publishedFrom ?? 0) <= now
}
