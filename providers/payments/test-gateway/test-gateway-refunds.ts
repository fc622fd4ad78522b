import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import { transact } from '#db/engine/transact.ts'
import type { Cents } from '#domain/money.ts'
import { GatewayError, type GatewayRefund } from '#providers/payments/payment-gateway.ts'
import { toRefund, type StripeRefund } from '#providers/payments/stripe/stripe-refunds-and-disputes.ts'
import { writeRefundEvent } from './test-gateway-events.ts'
import { findIntent, lockIntent } from './test-gateway-intents.ts'
import { BANK_DELAY_MS, refundStatus } from './test-refunds.ts'

/** Makes a refund at the test gateway, once for each key. The bank's later decision is reported by a webhook. */
export function makeRefund(
  database: ShopDatabase,
  request: { intentId: string; amount: Cents; idempotencyKey: string },
  now: number,
): Promise<GatewayRefund> {
  const { intentId, amount, idempotencyKey } = request
  return transact(database, async (tx) => {
    const intent = await lockIntent(tx, intentId)
    if (!intent || intent.state !== 'succeeded') throw new GatewayError('There is nothing to refund.', false)
    const refunds = await tx
      .selectFrom('test_gateway_refunds')
      .selectAll()
      .where('intent_id', '=', intentId)
      .execute()
    const same = refunds.find((refund) => refund.idempotency_key === idempotencyKey)
    if (same && same.amount_cents === amount) return toRefund(asStripe(same, now))
    if (same) throw new GatewayError('This idempotency key was used with other parameters.', false)
    const before = refunds
      .filter((row) => asStripe(row, now).status !== 'failed')
      .reduce((sum, row) => sum + row.amount_cents, 0)
    if (before + amount > intent.amount_cents) {
      throw new GatewayError('The refund is larger than what is left of the charge.', false)
    }
    const row = {
      id: `re_test_${randomBytes(12).toString('hex')}`,
      idempotency_key: idempotencyKey,
      intent_id: intentId,
      amount_cents: amount,
      created_at: now,
    }
    await tx.insertInto('test_gateway_refunds').values(row).execute()
    const refund = asStripe(row, now)
    const later = asStripe(row, now + BANK_DELAY_MS)
    if (later.status !== refund.status) await writeRefundEvent(tx, later, now + BANK_DELAY_MS)
    return toRefund(refund)
  })
}

/** The refund of a payment with this key; null when there is none. */
export async function findRefund(
  db: Kysely<Database>,
  intentId: string,
  idempotencyKey: string,
  now: number,
): Promise<GatewayRefund | null> {
  if (!(await findIntent(db, intentId))) throw new GatewayError(`No such payment: ${intentId}`, false)
  const row = await db
    .selectFrom('test_gateway_refunds')
    .selectAll()
    .where('intent_id', '=', intentId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ? toRefund(asStripe(row, now)) : null
}

const PAGE_SIZE = 100

/** The refunds that were created in a period, oldest first. */
export async function* listRefunds(
  db: Kysely<Database>,
  { from, to }: { from: number; to: number },
  now: number,
): AsyncGenerator<GatewayRefund[]> {
  const rows = await db
    .selectFrom('test_gateway_refunds')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute()
  for (let first = 0; first < rows.length; first += PAGE_SIZE) {
    yield rows.slice(first, first + PAGE_SIZE).map((row) => toRefund(asStripe(row, now)))
  }
}

function asStripe(row: Selectable<Database['test_gateway_refunds']>, now: number): StripeRefund {
  return {
    id: row.id,
    amount: row.amount_cents,
    payment_intent: row.intent_id,
    metadata: { shop_key: row.idempotency_key },
    ...refundStatus(row.amount_cents, now - row.created_at),
  }
}
