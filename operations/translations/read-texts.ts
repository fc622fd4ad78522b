import { findSizeChart, listOwnCharts } from '#db/catalog/size-charts.ts'
import { findTranslationsOf, readProductTexts } from '#db/translations/translations.ts'
import { isProductId } from '#domain/catalog/product-id.ts'
import { toProductId } from '#domain/ids.ts'
import {
  colorThrough,
  measurementThrough,
  productThrough,
  settingSubjects,
  subjectsOf,
  TRANSLATED_SETTINGS,
} from '#domain/translations/own-texts.ts'
import {
  countStates,
  kindOf,
  productSubject,
  translatedTexts,
  type TextState,
  type TextSubject,
  type TranslatedText,
} from '#domain/translations/translation.ts'
import { readSetting } from '#operations/saved-settings.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'

/** A thing with its texts in the shop's own language and in another one. */
export interface TranslatedSubject extends Omit<TextSubject, 'texts'> {
  texts: readonly TranslatedText[]
  counts: Record<TextState, number>
}

/** The owner's texts of everything but products, as they are saved. */
async function readSharedSubjects(shop: Shop): Promise<TextSubject[]> {
  const { db } = shop.database
  const [colors, categories, ...values] = await Promise.all([
    shop.catalog.colors(),
    readCategories(shop),
    ...TRANSLATED_SETTINGS.map((setting) => readSetting(db, setting)),
  ])
  const charts = await Promise.all(categories.map(({ value }) => findSizeChart(db, value)))
  const own = await listOwnCharts(db)
  const measurements = [...charts, ...own].flatMap((one) => one?.chart.measurements ?? [])
  return [
    ...subjectsOf((begin) => colors.forEach((color) => colorThrough(color, begin))),
    ...subjectsOf((begin) => measurements.forEach((one) => measurementThrough(one, begin))),
    ...TRANSLATED_SETTINGS.flatMap((setting, at) => settingSubjects(setting, values[at]!.value)),
  ]
}

async function readProductSubjects({ database }: Shop, id?: string): Promise<TextSubject[]> {
  if (id !== undefined && !isProductId(id)) return []
  const products = await readProductTexts(database.db, id === undefined ? undefined : toProductId(id))
  return products.flatMap((product) => subjectsOf((begin) => productThrough(product, begin)))
}

/** Everything that owners wrote for shoppers, with its translations: what is shared, then the products. */
export async function readTexts(shop: Shop, language: string): Promise<TranslatedSubject[]> {
  const [shared, products, stored] = await Promise.all([
    readSharedSubjects(shop),
    readProductSubjects(shop),
    findTranslationsOf(shop.database.db, language),
  ])
  return [...shared, ...products].map((one) => translated(one, stored))
}

/** The texts of one thing with their translations; null: there is no such thing. A new one has no text yet. */
export async function findTexts(
  shop: Shop,
  language: string,
  subject: string,
): Promise<TranslatedSubject | null> {
  const found =
    kindOf(subject) === 'product'
      ? await readProductSubjects(shop, subject.slice(productSubject('').length))
      : await readSharedSubjects(shop)
  const own = found.find((one) => one.subject === subject)
  const kind = kindOf(subject)
  if (!own && kind !== null && kind !== 'product')
    return translated({ subject, kind, name: '', texts: [] }, new Map())
  if (!own) return null
  return translated(own, await findTranslationsOf(shop.database.db, language, [subject]))
}

function translated(
  own: TextSubject,
  stored: Awaited<ReturnType<typeof findTranslationsOf>>,
): TranslatedSubject {
  const texts = translatedTexts(own.texts, stored.get(own.subject) ?? [])
  return { ...own, texts, counts: countStates(texts) }
}

/** The languages in which products have no name or description of their own, by their ids. */
export async function findUntranslated(
  { database }: Pick<Shop, 'database'>,
  languages: readonly string[],
  products: readonly { id: string; description: string }[],
): Promise<Map<string, string[]>> {
  const missing = new Map<string, string[]>()
  for (const language of languages) {
    const found = await findTranslationsOf(
      database.db,
      language,
      products.map(({ id }) => productSubject(id)),
    )
    for (const { id, description } of products) {
      const told = new Set(found.get(productSubject(id))?.map(({ field }) => field))
      if (told.has('name') && (description === '' || told.has('description'))) continue
      missing.set(id, [...(missing.get(id) ?? []), language])
    }
  }
  return missing
}
