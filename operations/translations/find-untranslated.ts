import { findTranslationsOf } from '#db/translations/translations.ts'
import { productSubject } from '#domain/translations/translation.ts'
import type { Shop } from '#operations/shop.ts'

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
