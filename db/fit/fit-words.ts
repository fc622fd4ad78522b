import type { Kysely } from 'kysely'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { Fit, FitWords, StaffDecision, WordsState } from '#domain/fit/fit.ts'
import type { FitAnswerId, OrderId, ProductId } from '#domain/ids.ts'

function written(db: Kysely<Database>) {
  return db
    .selectFrom('fit_answers')
    .innerJoin('orders', 'orders.id', 'fit_answers.order_id')
    .leftJoin('products', 'products.id', 'fit_answers.product_id')
    .where('fit_answers.written_at', 'is not', null)
}

function selected(db: Kysely<Database>) {
  return written(db).select((e) => [
    'fit_answers.id',
    'fit_answers.version',
    'fit_answers.state',
    'fit_answers.fit',
    'fit_answers.words',
    'fit_answers.name',
    'fit_answers.size',
    'fit_answers.product_id as productId',
    e.fn.coalesce('products.name', 'fit_answers.product_id').$castTo<string>().as('productName'),
    'orders.number as order',
    e.ref('fit_answers.written_at').$castTo<number>().as('writtenAt'),
  ])
}

/** A part of what customers wrote, newest first, and how many there are. */
export async function listWords(
  db: Kysely<Database>,
  state: WordsState | '',
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FitWords[]; total: number }> {
  const all = selected(db).$if(state !== '', (q) => q.where('fit_answers.state', '=', state as WordsState))
  const [rows, { total }] = await Promise.all([
    all
      .orderBy('fit_answers.written_at', 'desc')
      .orderBy('fit_answers.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    all
      .clearSelect()
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toWords), total: Number(total) }
}

/** The words of an answer; null: there are none. */
export async function findWords(
  db: Kysely<Database>,
  id: FitAnswerId,
  { lock = false } = {},
): Promise<FitWords | null> {
  if (lock)
    await db.selectFrom('fit_answers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await selected(db).where('fit_answers.id', '=', id).executeTakeFirst()
  return row ? toWords(row) : null
}

type Row = Omit<FitWords, 'state'> & { state: WordsState | 'none' }

function toWords({ state, ...row }: Row): FitWords {
  if (state === 'none') throw new Error(`The answer ${row.id} has words without a state`)
  return { ...row, state }
}

/** What is published of a product, newest first. Test orders only as long as they count. */
export async function findPublished(
  db: Kysely<Database>,
  productId: ProductId,
  limit: number,
): Promise<FitWords[]> {
  const rows = await selected(db)
    .where('fit_answers.product_id', '=', productId)
    .where('fit_answers.state', '=', 'published')
    .where(COUNTS_IN_FIGURES)
    .orderBy('fit_answers.written_at', 'desc')
    .orderBy('fit_answers.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toWords)
}

/** The words of these orders, newest first. */
export async function findWordsOf(db: Kysely<Database>, orderIds: readonly OrderId[]): Promise<FitWords[]> {
  if (orderIds.length === 0) return []
  const rows = await selected(db)
    .where('fit_answers.order_id', 'in', orderIds)
    .orderBy('fit_answers.written_at', 'desc')
    .execute()
  return rows.map(toWords)
}

/** Stores the decision of staff about locked words. */
export async function setWordsState(
  tx: Tx,
  { id, version }: Pick<FitWords, 'id' | 'version'>,
  state: StaffDecision,
): Promise<void> {
  await tx
    .updateTable('fit_answers')
    .set({ state, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Writes the words of an answer, to be read by staff, or removes them. */
export async function writeWords(
  tx: Tx,
  of: { orderId: OrderId; productId: ProductId; size: Size },
  said: { words: string; name: string; at: number } | null,
): Promise<void> {
  await tx
    .updateTable('fit_answers')
    .set((e) => ({
      words: said?.words ?? '',
      name: said?.name ?? '',
      state: said === null ? 'none' : 'waiting',
      written_at: said?.at ?? null,
      version: e('version', '+', 1),
    }))
    .where('order_id', '=', of.orderId)
    .where('product_id', '=', of.productId)
    .where('size', '=', of.size)
    .execute()
}

/** How many gave each answer, by product and size. */
export async function countAllAnswers(
  db: Kysely<Database>,
): Promise<{ productId: ProductId; size: Size; fit: Fit; count: number }[]> {
  const rows = await db
    .selectFrom('fit_answers')
    .innerJoin('orders', 'orders.id', 'fit_answers.order_id')
    .select((e) => [
      'fit_answers.product_id as productId',
      'fit_answers.size',
      'fit_answers.fit',
      e.fn.countAll<number>().as('count'),
    ])
    .where(COUNTS_IN_FIGURES)
    .groupBy(['fit_answers.product_id', 'fit_answers.size', 'fit_answers.fit'])
    .orderBy('fit_answers.product_id')
    .orderBy('fit_answers.size')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** How many units came back, or are to, because they were too small or too large. */
export async function countReturnedByFit(
  db: Kysely<Database>,
): Promise<{ productId: ProductId; size: Size; reason: string; units: number }[]> {
  const rows = await db
    .selectFrom('return_units')
    .innerJoin('returns', 'returns.id', 'return_units.return_id')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .select((e) => [
      'return_units.product_id as productId',
      'return_units.size',
      'return_units.reason',
      e.fn.countAll<number>().as('units'),
    ])
    .where(COUNTS_IN_FIGURES)
    .where('returns.state', 'not in', ['declined', 'cancelled'])
    .where('return_units.reason', 'in', ['too-small', 'too-large'])
    .groupBy(['return_units.product_id', 'return_units.size', 'return_units.reason'])
    .execute()
  return rows.map((row) => ({ ...row, units: Number(row.units) }))
}
