import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { published } from './on-sale.ts'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findSearchedTexts } from '#db/translations/translations.ts'
import { normalizeSearch, searchBody } from '#domain/catalog/search/search.ts'

/** The shortest text that a trigram index can look up, in characters. Shorter ones need a scan of all products. */
const TRIGRAM = 3

/**
 * A condition on `products`: the query occurs in the searched fields, or the product is in one of the categories
 * `called`. Null when the query is blank and all match.
 */
export function matchesProductSearch(
  db: Kysely<Database>,
  query: string,
  called: readonly string[] = [],
): Expression<SqlBool> | null {
  const needle = normalizeSearch(query).toWellFormed()
  if (needle === '') return null
  if (needle.includes('\0')) return sql<SqlBool>`1 = 0` // no product has it, and PostgreSQL refuses such a text
  const inFields = sql<SqlBool>`products.id in (select product_id from product_search where ${occurs(db, needle)})`
  return called.length === 0
    ? inFields
    : sql<SqlBool>`(${inFields} or products.category in (${sql.join(called)}))`
}

function occurs(db: Kysely<Database>, wanted: string): Expression<SqlBool> {
  if (engineOf(db) === 'postgres')
    return sql<SqlBool>`body like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`}`
  const inside = sql<SqlBool>`instr(body, ${wanted}) > 0`
  if ([...wanted].length < TRIGRAM) return inside
  // The index matches folded letters, then instr() keeps exact matches only. A quoted phrase has no special syntax.
  return sql<SqlBool>`product_search match ${`"${wanted.replaceAll('"', '""')}"`} and ${inside}`
}

/** The search texts of the newest products on sale. */
export async function readSearchBodies(db: Kysely<Database>, limit: number, now: number): Promise<string[]> {
  const newest = db
    .selectFrom('products')
    .select('id')
    .where(published(now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await db
    .selectFrom('product_search')
    .select('body')
    .where('product_id', 'in', newest)
    .execute()
  return rows.map(({ body }) => body)
}

/** Writes the search text of a product, in every language. */
export async function writeSearch(
  tx: Kysely<Database>,
  product: Pick<Product, 'id' | 'name' | 'description' | 'category'>,
): Promise<void> {
  await tx.deleteFrom('product_search').where('product_id', '=', product.id).execute()
  const body = searchBody(product, await findSearchedTexts(tx, product.id)).toWellFormed()
  await tx.insertInto('product_search').values({ product_id: product.id, body }).execute()
}
