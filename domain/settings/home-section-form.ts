import * as v from 'valibot'
import { pictureEntries } from '#domain/catalog/fields/list-kinds.ts'
import { FILM_TYPES, MAX_FILM_BYTES } from './film.ts'
import {
  MAX_CHOSEN_PRODUCTS,
  MAX_SECTIONS,
  PRODUCT_COUNTS,
  PRODUCT_SOURCES,
  type FilmSection,
  type HomeSection,
  type HomeSectionKind,
  type ProductsSection,
  type ProductSource,
} from './home-sections.ts'
import { PAGE_LIMITS } from './page.ts'
import { pageBlockSchema } from './pages.ts'
import { requiredSettingLine, settingLine, settingLines, settingPicture } from './setting-text.ts'

const wholeBytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_FILM_BYTES))

/** A stored film as submitted and as stored. */
export const storedFilmSchema = v.object(
  {
    key: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/, 'Upload the video again.')),
    type: v.picklist(FILM_TYPES, 'Upload the video again.'),
    width: pictureEntries.width,
    height: pictureEntries.height,
    bytes: v.optional(wholeBytes),
    soundBytes: v.optional(wholeBytes),
  },
  'Upload the video again.',
)

const id = v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/))

/** The addresses of chosen products as submitted and as stored. */
export const chosenProductsSchema = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Choose products from the shop.'))),
  v.maxLength(MAX_CHOSEN_PRODUCTS, `Choose up to ${MAX_CHOSEN_PRODUCTS} products.`),
  v.check((ids) => new Set(ids).size === ids.length, 'Choose each product once.'),
)

/** The heading of products. */
export const productsHeadingSchema = requiredSettingLine(60, 'Enter the heading of the products.')

const products = v.pipe(
  v.object({
    kind: v.literal('products'),
    heading: productsHeadingSchema,
    from: v.picklist(Object.keys(PRODUCT_SOURCES) as ProductSource[], 'Choose where the products come from.'),
    products: chosenProductsSchema,
    category: v.pipe(v.string(), v.maxLength(100)),
    collection: id,
    most: v.picklist(PRODUCT_COUNTS, 'Choose how many are shown.'),
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['products']],
      (one) => one.from !== 'chosen' || one.products.length > 0,
      'Choose at least one product.',
    ),
    ['products'],
  ),
  v.forward(
    v.partialCheck(
      [['from'], ['category']],
      (one) => one.from !== 'category' || one.category !== '',
      'Choose a category.',
    ),
    ['category'],
  ),
  v.forward(
    v.partialCheck(
      [['from'], ['collection']],
      (one) => one.from !== 'collection' || one.collection !== '',
      'Choose a collection.',
    ),
    ['collection'],
  ),
) satisfies v.GenericSchema<unknown, Omit<ProductsSection, 'hidden'>>

const film = v.pipe(
  v.object({
    kind: v.literal('film'),
    heading: settingLine(PAGE_LIMITS.heading),
    film: v.nullable(storedFilmSchema),
    picture: settingPicture(PAGE_LIMITS.alt),
    text: settingLines(PAGE_LIMITS.text),
  }),
  v.forward(
    v.partialCheck([['film']], (one) => one.film !== null, 'Upload a video, or remove this section.'),
    ['film'],
  ),
  v.forward(
    v.partialCheck(
      [['picture']],
      (one) => one.picture !== null,
      'Add an image too: it shows until the video plays.',
    ),
    ['picture'],
  ),
) satisfies v.GenericSchema<unknown, Omit<FilmSection, 'hidden'>>

const section = v.intersect([
  v.variant('kind', [
    v.object({ kind: v.literal('hero') }),
    products,
    pageBlockSchema(['text', 'line', 'picture', 'beside']),
    film,
    v.object({ kind: v.literal('drop'), drop: id }),
    v.object({ kind: v.literal('newsletter') }),
  ]),
  v.object({ hidden: v.optional(v.boolean(), false) }),
])

/** The sections as submitted and as stored. */
export const homeSectionsSchema = v.pipe(
  v.array(section),
  v.maxLength(MAX_SECTIONS, `Keep to ${MAX_SECTIONS} sections.`),
  v.check((all) => isOnce(all, 'hero'), 'Keep one opening.'),
  v.check((all) => isOnce(all, 'newsletter'), 'Keep one newsletter.'),
) satisfies v.GenericSchema<unknown, HomeSection[]>

function isOnce(all: readonly { kind: HomeSectionKind }[], kind: HomeSectionKind): boolean {
  return all.filter((one) => one.kind === kind).length <= 1
}
