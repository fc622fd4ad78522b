import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { Database } from '#db/schema.ts'
import { BatchedRead } from '#db/engine/batched-read.ts'
import { inList, listParameter, type ListParameter } from '#db/engine/is-among.ts'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { parsePaymentRisk } from '#domain/orders/payment-risk.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { IntentState, PaymentIntent } from '#providers/payments/payment-gateway.ts'

/** A payment row of the test gateway. */
export type IntentRow = Selectable<Database['test_gateway_intents']>

/** The stored form of a refused card. */
export const lastErrorSchema = v.object({ id: v.string(), message: v.string() })

/** The stored form of `PaymentSubject`. */
export const subjectSchema = v.object({ shop: v.string(), orderNumber: v.string(), email: v.string() })

/** Converts a row. */
export function toIntent(row: IntentRow): PaymentIntent {
  const risk = row.state === 'succeeded' ? parsePaymentRisk(row.risk) : null
  return {
    id: row.id,
    clientSecret: row.client_secret,
    state: row.state as IntentState,
    amount: row.amount_cents,
    currency: row.currency,
    orderId: row.order_id,
    about: row.about === null ? null : v.parse(subjectSchema, JSON.parse(row.about)),
    lastError: row.last_error === null ? null : v.parse(lastErrorSchema, JSON.parse(row.last_error)),
    ...(row.card !== null && row.state === 'succeeded' && { card: row.card }),
    ...(risk && { risk }),
  }
}

const INTENT_COLUMNS = [
  'id',
  'client_secret',
  'idempotency_key',
  'order_id',
  'amount_cents',
  'created_amount_cents',
  'currency',
  'state',
  'last_error',
  'created_at',
  'about',
  'card',
  'risk',
] as const satisfies (keyof IntentRow)[]

const intentOf = compiledStatement((db, { id }: { id: string }) =>
  db.selectFrom('test_gateway_intents').select(INTENT_COLUMNS).where('id', '=', id),
)

/** The payment as it is now, or null. */
export async function findIntent(db: Kysely<Database>, id: string): Promise<PaymentIntent | null> {
  const [row] = (await intentOf(db, { id })).rows
  return row ? toIntent(row) : null
}

const intentsOf = compiledStatement((db, { ids }: { ids: ListParameter }) =>
  db
    .selectFrom('test_gateway_intents')
    .select(INTENT_COLUMNS)
    .where(inList(db, 'id', ids)),
)

const reads = new WeakMap<ShopDatabase, BatchedRead<string, IntentRow>>()

/** The row of a payment; simultaneous requests share one read. */
export async function findIntentRow(database: ShopDatabase, id: string): Promise<IntentRow | undefined> {
  const { db } = database
  const read =
    reads.get(database) ??
    new BatchedRead(async (ids) => {
      const { rows } = await intentsOf(db, { ids: listParameter(db, ids) })
      return new Map(rows.map((row) => [row.id, row]))
    })
  reads.set(database, read)
  return (await read.find([id])).get(id)
}

/** A client secret begins with the id of its payment. */
export function intentIdOfSecret(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

const PAGE_SIZE = 100

/** Payments of a period in these states, oldest first. */
export async function* listIntents(
  db: Kysely<Database>,
  { from, to }: { from: number; to: number },
  states: readonly IntentState[],
): AsyncGenerator<PaymentIntent[]> {
  for (let last: IntentRow | undefined; ;) {
    const after = last
    const rows = await db
      .selectFrom('test_gateway_intents')
      .selectAll()
      .where('state', 'in', states)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .$if(after !== undefined, (query) =>
        query.where((e) => e(e.refTuple('created_at', 'id'), '>', e.tuple(after!.created_at, after!.id))),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
    yield rows.map(toIntent)
    last = rows.at(-1)
    if (rows.length < PAGE_SIZE) return
  }
}

/** Loads a payment and locks it until the transaction ends. */
export function lockIntent(tx: Tx, id: string): Promise<IntentRow | undefined> {
  return tx
    .selectFrom('test_gateway_intents')
    .select(INTENT_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
