import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ProductId } from '#domain/ids.ts'
import { productSubject, type Translation } from '#domain/translations/translation.ts'

/** Translations by their subjects. */
export type TranslationsOf = ReadonlyMap<string, readonly Translation[]>

/** What is translated of everything but products, of which there may be many. */
export async function findTranslations(db: Kysely<Database>, language: string): Promise<TranslationsOf> {
  return bySubject(
    await selection(db, language)
      .where((e) => e.not(e('subject', 'like', 'product:%')))
      .execute(),
  )
}

/** What is translated of these subjects; of all without any named. */
export async function findTranslationsOf(
  db: Kysely<Database>,
  language: string,
  subjects?: readonly string[],
): Promise<TranslationsOf> {
  if (subjects?.length === 0) return new Map()
  const all = selection(db, language)
  return bySubject(await (subjects ? all.where('subject', 'in', subjects) : all).execute())
}

/** The texts of a product in every language, for its search. */
export async function findSearchedTexts(db: Kysely<Database>, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('translations')
    .select('text')
    .where('subject', '=', productSubject(productId))
    .where('field', 'in', ['name', 'description'])
    .orderBy('language')
    .orderBy('field')
    .execute()
  return rows.map(({ text }) => text)
}

/** Replaces the translations of a subject. */
export async function writeTranslations(
  tx: Kysely<Database>,
  language: string,
  subject: string,
  translations: readonly Translation[],
): Promise<void> {
  await tx
    .deleteFrom('translations')
    .where('language', '=', language)
    .where('subject', '=', subject)
    .execute()
  if (translations.length === 0) return
  await tx
    .insertInto('translations')
    .values(translations.map((one) => ({ ...one, language, subject })))
    .execute()
}

/** Deletes the translations of a subject that is deleted for good. */
export async function deleteTranslations(tx: Kysely<Database>, subject: string): Promise<void> {
  await tx.deleteFrom('translations').where('subject', '=', subject).execute()
}

function selection(db: Kysely<Database>, language: string) {
  return db
    .selectFrom('translations')
    .select(['subject', 'field', 'text', 'source'])
    .where('language', '=', language)
    .orderBy('subject')
    .orderBy('field')
}

function bySubject(rows: readonly (Translation & { subject: string })[]): TranslationsOf {
  return Map.groupBy(rows, ({ subject }) => subject)
}

/** The texts of a product that is not deleted, in the shop's own language. */
export interface ProductTexts {
  id: ProductId
  name: string
  description: string
  searchTitle: string
  searchDescription: string
  pictures: { key: string; alt: string }[]
}

/** The texts of the products that are not deleted, the newest first; of one of them with its id. */
export async function readProductTexts(db: Kysely<Database>, id?: ProductId): Promise<ProductTexts[]> {
  const products = db
    .selectFrom('products')
    .select(['id', 'name', 'description'])
    .select(['search_title as searchTitle', 'search_description as searchDescription'])
    .where('archived_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const pictures = db
    .selectFrom('pictures')
    .select(['product_id', 'key', 'alt'])
    .where('alt', '<>', '')
    .orderBy('product_id')
    .orderBy('position')
  const [found, shown] = await Promise.all([
    (id === undefined ? products : products.where('id', '=', id)).execute(),
    (id === undefined ? pictures : pictures.where('product_id', '=', id)).execute(),
  ])
  const picturesOf = Map.groupBy(shown, ({ product_id: of }) => of)
  return found.map((one) => ({
    ...one,
    pictures: (picturesOf.get(one.id) ?? []).map(({ key, alt }) => ({ key, alt })),
  }))
}
