import type { ProductField } from './product-fields.ts'
import { isGtin } from './gtin.ts'
import type { Picture, Product } from './product.ts'

/** Where a feed of products goes, with the end of its address. */
export const FEED_CHANNELS = {
  google: { label: 'Google', path: '/feed.xml' },
  meta: { label: 'Facebook and Instagram', path: '/feeds/meta.csv' },
  tiktok: { label: 'TikTok', path: '/feeds/tiktok.csv' },
} as const

/** One of them. */
export type FeedChannel = keyof typeof FEED_CHANNELS

/** What a feed has: texts of a language, and what is sent to a country; null: what is sent anywhere. */
export interface FeedScope {
  language: string
  country: string | null
}

/** The smallest picture that all channels take, in pixels of its shorter side. */
export const MIN_FEED_PICTURE = 500

/** What the rows of a product lack. `sizes`: of which of them; none: of all. */
export interface FeedFault {
  kind: keyof typeof FEED_FAULTS
  sizes: string[]
}

/**
 * What a row of a feed may lack, in words for staff. `field`: of the product, where it is added. `isNeeded`: a channel
 * refuses the row, or shows it to nobody; else it is found less.
 */
export const FEED_FAULTS = {
  picture: {
    field: 'pictures',
    isNeeded: true,
    label: 'No image',
    words: 'Every channel refuses a product without an image.',
  },
  price: {
    field: 'price',
    isNeeded: true,
    label: 'No price',
    words: 'Every channel refuses a price of 0.',
  },
  sizes: {
    field: 'sizes',
    isNeeded: true,
    label: 'No size',
    words: 'Clothes need a size. Without one it is listed as sold out.',
  },
  color: {
    field: 'color',
    isNeeded: true,
    label: 'No colour',
    words: 'Google wants the colour of clothes, and the others find them by it.',
  },
  gender: {
    field: 'gender',
    isNeeded: true,
    label: 'No gender',
    words: 'Google wants the gender that clothes are made for: Unisex is one.',
  },
  ageGroup: {
    field: 'ageGroup',
    isNeeded: true,
    label: 'No age group',
    words: 'Google wants the age group that clothes are made for.',
  },
  smallPicture: {
    field: 'pictures',
    isNeeded: false,
    label: 'Small image',
    words: `Instagram and TikTok want a first image of at least ${MIN_FEED_PICTURE} × ${MIN_FEED_PICTURE} pixels.`,
  },
  description: {
    field: 'description',
    isNeeded: false,
    label: 'No description',
    words: 'Feeds have the name in its place.',
  },
  barcode: {
    field: 'codes',
    isNeeded: false,
    label: 'Barcode is no GTIN',
    words: 'A barcode that is no GTIN with its check digit is left out of the feeds.',
  },
  translation: {
    field: null,
    isNeeded: false,
    label: 'Not translated',
    words: 'The feed has the texts in the shop’s own language.',
  },
} as const satisfies Record<
  string,
  { field: ProductField | null; isNeeded: boolean; label: string; words: string }
>

/** Whether a text names what a row may lack. */
export function isFeedFault(text: string): text is FeedFault['kind'] {
  return Object.hasOwn(FEED_FAULTS, text)
}

type Checked = Pick<
  Product,
  'price' | 'sizes' | 'color' | 'gender' | 'ageGroup' | 'description' | 'codes'
> & {
  pictures: readonly Pick<Picture, 'width' | 'height'>[]
}

/** What the rows of a product lack, what keeps them out first. */
export function feedFaults(product: Checked): FeedFault[] {
  const { price, sizes, color, gender, ageGroup, description, codes, pictures } = product
  const [first] = pictures
  const badCodes = codes.filter(({ barcode }) => barcode !== '' && !isGtin(barcode)).map(({ size }) => size)
  const offered = new Set(sizes.map(({ size }) => size))
  const found: [FeedFault['kind'], boolean][] = [
    ['picture', first === undefined],
    ['price', price === 0],
    ['sizes', sizes.length === 0],
    ['color', color === ''],
    ['gender', gender === ''],
    ['ageGroup', ageGroup === ''],
    ['smallPicture', first !== undefined && Math.min(first.width, first.height) < MIN_FEED_PICTURE],
    ['description', description.trim() === ''],
  ]
  const wrong = badCodes.filter((size) => offered.has(size))
  return [
    ...found.flatMap(([kind, is]) => (is ? [{ kind, sizes: [] }] : [])),
    ...(wrong.length > 0 ? [{ kind: 'barcode' as const, sizes: wrong }] : []),
  ]
}
