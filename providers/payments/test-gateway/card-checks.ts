import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Database } from '#db/schema.ts'
import type {
  Card,
  CardVerification,
  Confirmation,
  IntentState,
} from '#providers/payments/payment-gateway.ts'
import * as words from '#words/en/checkout/test-gateway.ts'
import { fingerprintOf } from './confirm-payment.ts'
import { evaluateCard } from './test-cards.ts'
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

/** Checks a card as a payment would, without the payment. */
export function confirmCardVerification(
  database: ShopDatabase,
  clientSecret: string,
  card: Card,
  now: number,
): Promise<Confirmation> {
  const result = evaluateCard(card, now)
  if (result.kind === 'refused') return endStep(database, clientSecret, OPEN, result, null)
  const state = result.kind === 'needs-authentication' ? 'requires_action' : 'succeeded'
  return endStep(database, clientSecret, OPEN, state, fingerprintOf(card))
}

/** Ends the 3-D Secure step of a card check. */
export function authenticateCardVerification(
  database: ShopDatabase,
  clientSecret: string,
  outcome: 'approve' | 'fail',
): Promise<Confirmation> {
  const failed = { message: words.notAuthenticated, code: 'setup_intent_authentication_failure' }
  return endStep(
    database,
    clientSecret,
    ['requires_action'],
    outcome === 'approve' ? 'succeeded' : failed,
    null,
  )
}

/** `card`: null: as before. */
async function endStep(
  database: ShopDatabase,
  clientSecret: string,
  from: readonly IntentState[],
  result: IntentState | { message: string; code: string; declineCode?: string },
  card: string | null,
): Promise<Confirmation> {
  const before = await findCardVerification(database, clientSecret)
  if (before === null) return { kind: 'unknown' }
  const state = typeof result === 'string' ? result : 'requires_payment_method'
  const { numUpdatedRows } = await database.db
    .updateTable('test_gateway_card_checks')
    .set({ state, ...(card !== null && { card }) })
    .where('id', '=', before.id)
    .where('state', 'in', from)
    .executeTakeFirst()
  const check = (await findCardVerification(database, clientSecret)) ?? before
  if (numUpdatedRows === 0n && check.state !== 'succeeded') {
    const message = 'This card cannot be checked any more. Please try again.'
    return { kind: 'refused', message, code: 'setup_intent_unexpected_state', intent: check }
  }
  if (numUpdatedRows === 0n || typeof result === 'string') return { kind: 'intent', intent: check }
  const { message, code, declineCode } = result
  return { kind: 'refused', message, code, ...(declineCode && { declineCode }), intent: check }
}
