import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import {
  GatewayError,
  type Card,
  type CardVerification,
  type Confirmation,
  type IntentState,
} from '#providers/payments/payment-gateway.ts'
import * as words from '#words/en/checkout/test-gateway.ts'
import { fingerprintOf } from './confirm-payment.ts'
import { evaluateCard } from './test-cards.ts'
import { writeDeclinedCheckEvent } from './test-gateway-events.ts'
import { intentIdOfSecret } from './test-gateway-intents.ts'

/** Nobody enters a card a day after the page was opened. */
const KEPT_MS = 24 * 3_600_000
const OPEN: IntentState[] = ['requires_payment_method', 'requires_action']

function toCardVerification(row: Selectable<Database['test_gateway_card_checks']>): CardVerification {
  const state = row.state as IntentState
  return { id: row.id, clientSecret: row.client_secret, state, card: state === 'succeeded' ? row.card : null }
}

/** Whether a client secret is of a card check, and not of a payment. */
export function isOfCardVerification(clientSecret: string): boolean {
  return clientSecret.startsWith('seti_test_')
}

/** Begins the check of a card at the test gateway. */
export async function createCardVerification({ db }: ShopDatabase, now: number): Promise<CardVerification> {
  const id = `seti_test_${randomUUID().replaceAll('-', '')}`
  const row = {
    id,
    client_secret: `${id}_secret_${randomUUID().replaceAll('-', '')}`,
    state: 'requires_payment_method',
    card: null,
    created_at: now,
  }
  await db
    .deleteFrom('test_gateway_card_checks')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  await db.insertInto('test_gateway_card_checks').values(row).execute()
  return toCardVerification(row)
}

/** The card check of a client secret, or null. */
export async function findCardVerification(
  { db }: ShopDatabase,
  clientSecret: string,
): Promise<CardVerification | null> {
  const row = await db
    .selectFrom('test_gateway_card_checks')
    .selectAll()
    .where('id', '=', intentIdOfSecret(clientSecret))
    .executeTakeFirst()
  return row?.client_secret === clientSecret ? toCardVerification(row) : null
}

/** Ends a check that has not succeeded. */
export async function cancelCardVerification({ db }: ShopDatabase, id: string): Promise<IntentState> {
  await db
    .updateTable('test_gateway_card_checks')
    .set({ state: 'canceled' })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute()
  const check = await db
    .selectFrom('test_gateway_card_checks')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!check) throw new GatewayError(`No such card check: ${id}`, false)
  return check.state as IntentState
}

/** Checks a card as a payment would, without the payment. */
export function confirmCardVerification(
  database: ShopDatabase,
  clientSecret: string,
  card: Card,
  now: number,
): Promise<Confirmation> {
  const result = evaluateCard(card, now)
  if (result.kind === 'refused') return endStep(database, clientSecret, { from: OPEN, result, now })
  const state = result.kind === 'needs-authentication' ? 'requires_action' : 'succeeded'
  return endStep(database, clientSecret, { from: OPEN, result: state, card: fingerprintOf(card), now })
}

/** Ends the 3-D Secure step of a card check. */
export function authenticateCardVerification(
  database: ShopDatabase,
  clientSecret: string,
  outcome: 'approve' | 'fail',
  now: number,
): Promise<Confirmation> {
  const failed = { message: words.notAuthenticated, code: 'setup_intent_authentication_failure' }
  const result = outcome === 'approve' ? 'succeeded' : failed
  return endStep(database, clientSecret, { from: ['requires_action'], result, now })
}

/** Executes one step of a check, in one transaction with the webhook that reports a declined card. */
async function endStep(
  database: ShopDatabase,
  clientSecret: string,
  {
    from,
    result,
    card,
    now,
  }: {
    from: readonly IntentState[]
    result: IntentState | { message: string; code: string; declineCode?: string }
    card?: string
    now: number
  },
): Promise<Confirmation> {
  const before = await findCardVerification(database, clientSecret)
  if (before === null) return { kind: 'unknown' }
  const state = typeof result === 'string' ? result : 'requires_payment_method'
  const numUpdatedRows = await transact(database, async (tx) => {
    const changed = await tx
      .updateTable('test_gateway_card_checks')
      .set({ state, ...(card !== undefined && { card }) })
      .where('id', '=', before.id)
      .where('state', 'in', from)
      .executeTakeFirst()
    if (changed.numUpdatedRows > 0n && typeof result !== 'string')
      await writeDeclinedCheckEvent(tx, before.id, now)
    return changed.numUpdatedRows
  })
  const check = (await findCardVerification(database, clientSecret)) ?? before
  if (numUpdatedRows === 0n && check.state !== 'succeeded') {
    const message = 'This card cannot be checked any more. Please try again.'
    return { kind: 'refused', message, code: 'setup_intent_unexpected_state', intent: check }
  }
  if (numUpdatedRows === 0n || typeof result === 'string') return { kind: 'intent', intent: check }
  const { message, code, declineCode } = result
  return { kind: 'refused', message, code, ...(declineCode && { declineCode }), intent: check }
}
