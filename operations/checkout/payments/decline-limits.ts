import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { countAttempt, findWait, type Throttle } from '#db/engine/throttle.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import type { OrderId } from '#domain/ids.ts'

const MINUTE_MS = 60_000

/**
 * How many cards may be declined before new attempts must wait. Shoppers mistype a card, or try a second or third one;
 * card testing needs hundreds. `checkout` and `shopper` (an email address on one network address): five in an hour,
 * then one in twelve minutes. `network`: an office or a phone company has one address for many people. Never the email
 * address alone: a stranger who types it must not lock out its owner.
 */
const DECLINES = {
  checkout: { burst: 5, refillMs: 12 * MINUTE_MS },
  shopper: { burst: 5, refillMs: 12 * MINUTE_MS },
  network: { burst: 30, refillMs: 2 * MINUTE_MS },
} as const satisfies Record<string, Throttle>

/** Who declined cards are counted for. `placedFrom`: a `visitorKey`; when empty, no network is counted. */
export interface Payer {
  checkoutId: string
  email: string
  placedFrom: string
}

/** The seconds until this payer may try another card, or null. */
export function findDeclineWait(shop: Shop, payer: Payer): Promise<number | null> {
  return findWait(shop.database, declineLimits(shop, payer), shop.now())
}

/** The seconds until the payer of this order may try another card, or null. */
export async function findOrderWait(shop: Shop, orderId: OrderId): Promise<number | null> {
  return findDeclineWait(shop, await payerOf(shop.database.db, orderId))
}

/** Counts a declined card for the payer of the order. Call once for each attempt. */
export async function countDecline(shop: Shop, tx: Tx, orderId: OrderId): Promise<void> {
  const limits = declineLimits(shop, await payerOf(tx, orderId))
  for (const [key, limit] of limits) await countAttempt(tx, key, limit, shop.now())
}

/** An order that staff made has no payment from a checkout, and no network. */
async function payerOf(db: Kysely<Database>, orderId: OrderId): Promise<Payer> {
  const { placedFrom, ...payer } = await db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join.onRef('payments.order_id', '=', 'orders.id').on('payments.kind', '=', 'card'),
    )
    .select(['checkout_id as checkoutId', 'email', 'placed_from as placedFrom'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...payer, placedFrom: placedFrom ?? '' }
}

/** In locking order: the most widely shared key comes last. */
function declineLimits(
  { signedLinks }: Shop,
  { checkoutId, email, placedFrom }: Payer,
): ReadonlyMap<string, Throttle> {
  const limits = new Map<string, Throttle>([[`declines checkout ${checkoutId}`, DECLINES.checkout]])
  if (placedFrom === '') return limits
  const shopper = signedLinks.keyFor('visitor', `${email.toLowerCase()}\n${placedFrom}`)
  return limits
    .set(`declines shopper ${shopper}`, DECLINES.shopper)
    .set(`declines network ${placedFrom}`, DECLINES.network)
}
