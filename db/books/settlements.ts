import { sql, type Kysely } from 'kysely'
import { isAmong } from '#db/engine/is-among.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { markBooks } from '#db/orders/mark-books.ts'
import type { Database } from '#db/schema.ts'
import { eventsOfSettlement, unmatchedReason } from '#domain/books/settlements.ts'
import { chargedCode } from '#domain/currency.ts'
import type { OrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { SubjectEvents } from './order-facts.ts'

/** What moved the balance at a payment provider, as the provider tells it: `GatewayTransaction`. */
type NewTransaction = Parameters<typeof eventsOfSettlement>[0] & {
  id: string
  category: string
  description: string
  availableAt: number
  sourceId: string
  intentId: string
}

/** What these transactions say in the books. */
export async function readSettlementEvents(
  db: Kysely<Database>,
  subjects: readonly string[],
): Promise<Map<string, SubjectEvents>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('gateway_transactions as one')
    .leftJoin('orders', 'orders.id', 'one.order_id')
    .leftJoin('gateway_decisions', 'transaction_id', 'one.id')
    .select(['one.id', 'one.gateway', 'one.kind', 'at', 'one.currency', 'unmatched', 'account', 'decided_at'])
    .select(['amount_cents as amount', 'fee_cents as fee', 'orders.number as orderNumber'])
    .where(isAmong(db, 'one.id', subjects))
    .execute()
  return new Map(
    rows.map(({ id, gateway, orderNumber, unmatched, account, decided_at, ...row }) => {
      const settlement = { ...row, amount: Number(row.amount), fee: Number(row.fee) }
      const decision = decided_at === null ? null : { account }
      return [id, { orderNumber, events: eventsOfSettlement(settlement, { unmatched, decision, gateway }) }]
    }),
  )
}

/**
 * Stores what is not stored yet, matched to the orders of its payments, and has it entered. `payoutId`: the payout that
 * all of it is in.
 */
export async function storeTransactions(
  tx: Tx,
  gateway: string,
  all: readonly NewTransaction[],
  payoutId: string | null = null,
): Promise<void> {
  if (all.length === 0) return
  const orders = await ordersOf(tx, gateway, [...new Set(all.map(({ intentId }) => intentId))])
  const stored = await tx
    .insertInto('gateway_transactions')
    .values(
      all.map(({ availableAt, amount, fee, sourceId, intentId, ...one }) => {
        const order = orders.get(intentId) ?? null
        return {
          ...one,
          gateway,
          available_at: availableAt,
          amount_cents: amount,
          fee_cents: fee,
          source_id: sourceId,
          intent_id: intentId,
          order_id: order,
          unmatched: unmatchedReason(
            { ...one, intentId },
            { hasOrder: order !== null, booksIn: chargedCode() },
          ),
        }
      }),
    )
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .execute()
  if (payoutId !== null)
    await tx
      .updateTable('gateway_transactions')
      .set({ payout_id: payoutId })
      .where(
        isAmong(
          tx,
          'id',
          all.map(({ id }) => id),
        ),
      )
      .where('payout_id', 'is', null)
      .execute()
  await markBooks(
    tx,
    'settlement',
    stored.map(({ id }) => id),
  )
}

async function ordersOf(db: Tx, gateway: string, intents: readonly string[]): Promise<Map<string, OrderId>> {
  const rows = await db
    .selectFrom('payments')
    .select(['intent_id', 'order_id'])
    .where('gateway', '=', gateway)
    .where(
      isAmong(
        db,
        'intent_id',
        intents.filter((id) => id !== ''),
      ),
    )
    .execute()
  return new Map(rows.map(({ intent_id, order_id }) => [intent_id ?? '', order_id]))
}

/** Matches what was stored before the shop knew its payment. */
export async function matchLatePayments(tx: Tx, gateway: string): Promise<void> {
  const known = await tx
    .selectFrom('gateway_transactions as one')
    .innerJoin('payments', 'payments.intent_id', 'one.intent_id')
    .select(['one.id', 'payments.order_id as orderId'])
    .where('one.unmatched', '=', 'unknown-payment')
    .where('one.gateway', '=', gateway)
    .whereRef('payments.gateway', '=', 'one.gateway')
    .limit(100)
    .execute()
  for (const { id, orderId } of known)
    await tx
      .updateTable('gateway_transactions')
      .set({ order_id: orderId, unmatched: null })
      .where('id', '=', id)
      .execute()
  await markBooks(
    tx,
    'settlement',
    known.map(({ id }) => id),
  )
}

/** A payout to the bank, as the provider tells it: `GatewayPayout`. */
type NewPayout = Pick<Database['gateway_payouts'], 'id' | 'currency' | 'state' | 'failure' | 'reference'> &
  Pick<Database['gateway_payouts'], 'contents'> & { createdAt: number; arrivesAt: number; amount: number }

/** Stores payouts as they are now. */
export async function storePayouts(
  { db }: ShopDatabase,
  gateway: string,
  all: readonly NewPayout[],
): Promise<void> {
  if (all.length === 0) return
  await db
    .insertInto('gateway_payouts')
    .values(
      all.map(({ createdAt, arrivesAt, amount, ...one }) => ({
        ...one,
        gateway,
        created_at: createdAt,
        arrives_at: arrivesAt,
        amount_cents: amount,
      })),
    )
    .onConflict((c) =>
      c.column('id').doUpdateSet({
        arrives_at: sql`excluded.arrives_at`,
        state: sql`excluded.state`,
        failure: sql`excluded.failure`,
        reference: sql`excluded.reference`,
        contents: sql`excluded.contents`,
      }),
    )
    .execute()
}

/** Payouts whose contents the provider tells, and the shop has not read. */
export async function findUnlistedPayouts(
  { db }: ShopDatabase,
  gateway: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('gateway_payouts')
    .select('id')
    .where('gateway', '=', gateway)
    .where('contents', '=', 'told')
    .where('listed_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The contents of a payout are stored. */
export async function markListed({ db }: ShopDatabase, id: string, now: number): Promise<void> {
  await db.updateTable('gateway_payouts').set({ listed_at: now }).where('id', '=', id).execute()
}

/** How far what a payment provider settled was read. */
export interface SettlementRound {
  since: number | null
  through: number | null
  windowTo: number | null
  afterId: string | null
  completeAt: number | null
  failures: number
}

/** When the first payment at a gateway that was paid was asked for; null: none was. */
export async function firstPaymentAt({ db }: ShopDatabase, gateway: string): Promise<number | null> {
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min<number | null>('created_at').as('at'))
    .where('gateway', '=', gateway)
    .where('received_cents', '>', cents(0))
    .executeTakeFirst()
  return row?.at == null ? null : Number(row.at)
}

/** Takes the lease to ask a payment provider, for one process at a time. Null: another has it, or it is too early. */
export async function leaseSettlements(
  database: ShopDatabase,
  { gateway, now, leasedUntil }: { gateway: string; now: number; leasedUntil: number },
): Promise<SettlementRound | null> {
  const known = await database.db
    .selectFrom('settlement_rounds')
    .select(['leased_until', 'ask_after'])
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  if (known && (Number(known.leased_until) > now || Number(known.ask_after) > now)) return null
  return transact(database, async (tx) => {
    await tx
      .insertInto('settlement_rounds')
      .values({ gateway })
      .onConflict((c) => c.column('gateway').doNothing())
      .execute()
    const row = await tx
      .updateTable('settlement_rounds')
      .set({ leased_until: leasedUntil })
      .where('gateway', '=', gateway)
      .where('leased_until', '<=', now)
      .where('ask_after', '<=', now)
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    const time = (at: number | null) => (at === null ? null : Number(at))
    return {
      since: time(row.since),
      through: time(row.through),
      windowTo: time(row.window_to),
      afterId: row.after_id,
      completeAt: time(row.complete_at),
      failures: row.failures,
    }
  })
}

/** Lets the payment provider be asked at once. */
export async function askSettlementsNow({ db }: ShopDatabase, gateway: string): Promise<void> {
  await db.updateTable('settlement_rounds').set({ ask_after: 0 }).where('gateway', '=', gateway).execute()
}

/** Stores how far the shop has read, with what it read. */
export async function storeRound(
  tx: Kysely<Database>,
  gateway: string,
  { since, through, windowTo, afterId }: Pick<SettlementRound, 'since' | 'through' | 'windowTo' | 'afterId'>,
): Promise<void> {
  await tx
    .updateTable('settlement_rounds')
    .set({ since, through, window_to: windowTo, after_id: afterId })
    .where('gateway', '=', gateway)
    .execute()
}

/**
 * Ends the lease. `failure`: why the round failed; `since`: when, or null where only the owner can help. `completeAt`:
 * everything was read then.
 */
export async function releaseSettlements(
  { db }: ShopDatabase,
  gateway: string,
  round: { askAfter: number } & ({ failure: string; since: number | null } | { completeAt: number | null }),
): Promise<void> {
  await db
    .updateTable('settlement_rounds')
    .set({ leased_until: 0, ask_after: round.askAfter })
    .$if('failure' in round, (query) =>
      query.set({
        failures: sql`failures + 1`,
        failure: 'failure' in round ? round.failure : null,
        failing_since:
          'since' in round && round.since !== null ? sql`coalesce(failing_since, ${round.since})` : null,
      }),
    )
    .$if('completeAt' in round, (query) =>
      query.set({
        failures: 0,
        failure: null,
        failing_since: null,
        ...('completeAt' in round && round.completeAt !== null && { complete_at: round.completeAt }),
      }),
    )
    .where('gateway', '=', gateway)
    .execute()
}
