import type { EntryCard } from '#db/drops/draw-entries.ts'
import { findRoom } from '#db/drops/drop-rooms.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { drawPhase, type DrawnDrop } from '#domain/drops/draw.ts'
import { dropBuyer } from '#operations/checkout/limit-buyers.ts'
import type { Shop } from '#operations/shop.ts'
import { visitorKey } from '#operations/visitor-key.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'

/**
 * What one network asks the gateway: to check a card, and how that went. Whoever tries out stolen cards gets no more;
 * many share a network.
 */
const FROM_A_NETWORK: Throttle = { burst: 40, refillMs: 15_000 }

/**
 * How many cards one check may decline: with the fifth it ends, because its secret takes one card after the other at
 * the gateway, without the shop. The page asks for another check with each card.
 */
const DECLINED_BY_A_CHECK: Throttle = { burst: 4, refillMs: 24 * 3_600_000 }

/** Why the gateway is not asked, or did not answer. */
export type NoCheck = 'too-many' | 'unavailable'

/** Begins the check of a card for an entry. `network`: as of `enterDraw`. */
export async function createDrawCheck(
  shop: Shop,
  drop: DrawnDrop,
  network: string | null,
): Promise<{ clientSecret: string } | 'closed' | NoCheck> {
  const room = await findRoom(shop.database.db, drop.id)
  const isOpen = room !== null && drawPhase(drop, room, shop.now()) === 'open'
  if (!isOpen || !drop.draw.checksCard) return 'closed'
  return asking(shop, network, async () => {
    const { clientSecret } = await shop.gateway.createCardVerification()
    return { clientSecret }
  })
}

/** What the gateway says of the card of an entry: null: it was not checked, or the check has failed. */
export function findCheckedCard(
  shop: Shop,
  drop: DrawnDrop,
  { clientSecret, network }: { clientSecret: string; network: string | null },
): Promise<EntryCard | null | NoCheck> {
  return asking(shop, network, async () => {
    const check = await shop.gateway.findCardVerification(clientSecret)
    if (check?.state !== 'succeeded') return null
    const sign = dropBuyer(shop, drop.id, 'card', check.card)
    return sign && { check: check.id, sign: sign.key }
  })
}

/**
 * Counts a card that a check declined, and ends the check after too many. A temporary GatewayError is thrown, so that
 * the event comes again: what came twice counts twice.
 */
export async function handleDeclinedCheck(shop: Shop, checkId: string): Promise<void> {
  const key = `declines card check ${checkId}`
  if ((await takeAttempt(shop.database.db, key, DECLINED_BY_A_CHECK, shop.now())) === null) return
  try {
    await shop.gateway.cancelCardVerification(checkId)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.temporary) throw error
    shop.log.error('A card check with too many declined cards could not be ended', error, { checkId })
  }
}

async function asking<Answer>(
  shop: Shop,
  network: string | null,
  ask: () => Promise<Answer>,
): Promise<Answer | NoCheck> {
  const attempts = `draw-cards ${visitorKey(shop, network)}`
  if (
    network !== null &&
    (await takeAttempt(shop.database.db, attempts, FROM_A_NETWORK, shop.now())) !== null
  )
    return 'too-many'
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    shop.log.error('The card of an entry could not be checked', error)
    return 'unavailable'
  }
}
