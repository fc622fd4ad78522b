import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
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
