import * as v from 'valibot'
import { COLLECTION_LIMITS, type Collection, type CollectionRule } from '#domain/catalog/collection.ts'
import { SHOP_SORTS } from '#domain/catalog/shop-list.ts'
import { cents } from '#domain/money.ts'
import {
  addressesOnce,
  requiredSettingLine,
  settingHandle,
  settingLine,
  settingLines,
  settingPicture,
} from './setting-text.ts'
import { listChanges, type Setting } from './setting.ts'

const whole = (least: number, most: number, message: string) =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message))
const PRICE = 'Enter an amount, such as 50.00, or leave it empty.'
const price = v.nullable(v.pipe(whole(0, COLLECTION_LIMITS.price, PRICE), v.transform(cents)))
const DAYS = `Enter a number of days from 1 to ${COLLECTION_LIMITS.newDays}, or leave it empty.`
const names = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  v.maxLength(COLLECTION_LIMITS.choices, `Choose at most ${COLLECTION_LIMITS.choices}.`),
)

const rule = v.pipe(
  v.object({
    categories: names,
    colors: names,
    priceFrom: price,
    priceTo: price,
    newDays: v.nullable(whole(1, COLLECTION_LIMITS.newDays, DAYS)),
    isReduced: v.boolean(),
  }),
  v.check((asked) => asksForSomething(asked), 'Choose what its products have in common.'),
  v.forward(
    v.partialCheck(
      [['priceFrom'], ['priceTo']],
      ({ priceFrom, priceTo }) => priceFrom === null || priceTo === null || priceFrom <= priceTo,
      'The highest price is below the lowest.',
    ),
    ['priceTo'],
  ),
) satisfies v.GenericSchema<unknown, CollectionRule>

function asksForSomething({ categories, colors, isReduced, ...limits }: CollectionRule): boolean {
  const hasLimit = Object.values(limits).some((limit) => limit !== null)
  return categories.length + colors.length > 0 || isReduced || hasLimit
}

const collection = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
    name: requiredSettingLine(COLLECTION_LIMITS.name, 'Enter a name. Shoppers read it.'),
    handle: settingHandle(COLLECTION_LIMITS.handle, 'new-in'),
    words: settingLines(COLLECTION_LIMITS.words),
    picture: settingPicture(COLLECTION_LIMITS.alt),
    isDraft: v.boolean(),
    rule: v.nullable(rule),
    products: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Choose products from the shop.'))),
      v.maxLength(COLLECTION_LIMITS.products, `Choose up to ${COLLECTION_LIMITS.products} products.`),
      v.check((ids) => new Set(ids).size === ids.length, 'Choose each product once.'),
    ),
    sort: v.picklist(
      SHOP_SORTS.map(({ value }) => value),
      'Choose an order.',
    ),
    searchTitle: settingLine(COLLECTION_LIMITS.searchTitle),
    description: settingLine(COLLECTION_LIMITS.description),
  }),
  v.forward(
    v.partialCheck(
      [['rule'], ['products']],
      ({ rule: chosen, products }) => chosen === null || products.length === 0,
      'A rule chooses the products. Leave this empty.',
    ),
    ['products'],
  ),
) satisfies v.GenericSchema<unknown, Collection>

/** The collections as submitted and as stored. An address is of one collection. */
export const collectionsSchema = v.object({
  collections: v.pipe(
    v.array(collection),
    v.maxLength(COLLECTION_LIMITS.collections, `Keep at most ${COLLECTION_LIMITS.collections} collections.`),
    addressesOnce(),
  ),
})

/** The collections of the shop. */
export const COLLECTIONS: Setting<{ collections: readonly Collection[] }> = {
  name: 'collections',
  permission: 'products.write',
  label: 'Collections',
  schema: collectionsSchema,
  fallback: { collections: [] },
  fields: { collections: 'Collections' },
  pictures: ['collections'],
}

/** What the history says of a change: `New in added`. */
export function collectionChanges(
  before: { collections: readonly Collection[] },
  after: { collections: readonly Collection[] },
): string {
  return listChanges(before.collections, after.collections)
}
