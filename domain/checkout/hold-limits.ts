/** An order of so many pieces is small: hundreds of them may wait for their payment in one network. */
export const SMALL_ORDER_UNITS = 2

/** How many unpaid orders one browser may have open. */
export const MOST_UNPAID_ORDERS = 5

/** What the limits are worked out from. `networkUnits` is what one network may hold at once; `holdMs` is one hold. */
export interface HoldSettings {
  networkUnits: number
  holdMs: number
}

/**
 * What unpaid orders hold, the one that is being placed left out. Times are pieces times milliseconds within the last
 * day, that order's earlier holds among them; paid orders count for nothing.
 */
export interface UnpaidHolds {
  networkUnits: number
  /** Those in orders that are not small. */
  networkLargeUnits: number
  networkTime: number
  visitorOrders: number
  visitorTime: number
  /** When the next of these holds ends, and when the oldest ones are counted no more: epoch milliseconds. */
  nextFreeAt: number
  networkFreeAt: number
  visitorFreeAt: number
}

/** Which limit stands against an order, and when it can be tried again. */
export interface HoldRefusal {
  limit: 'visitor-orders' | 'visitor-time' | 'network' | 'network-large'
  freeAt: number
}

/**
 * Whether an order of `units` may hold them now. What one network holds is limited, since all else about a visitor can
 * be made up: cookies, addresses, checkouts. Orders of a piece or two have nearly all of it, so that everybody in an
 * office can buy, and larger ones a tenth. A network that has used its holds up within the day is left with a fortieth,
 * for people who pay at once. One order alone is never too large here: that is decided in order-limit.ts.
 */
export function refuseHold(
  units: number,
  unpaid: UnpaidHolds,
  { networkUnits, holdMs }: HoldSettings,
): HoldRefusal | null {
  const { nextFreeAt, networkFreeAt, visitorFreeAt } = unpaid
  if (unpaid.visitorOrders >= MOST_UNPAID_ORDERS) return { limit: 'visitor-orders', freeAt: nextFreeAt }
  if (unpaid.visitorTime >= VISITOR_HOLDS * Math.max(VISITOR_PIECES, units) * holdMs) {
    return { limit: 'visitor-time', freeAt: visitorFreeAt }
  }
  const isUsedUp = unpaid.networkTime >= networkUnits * holdMs
  const most = isUsedUp ? Math.floor(networkUnits / 40) : networkUnits
  const isLarge = units > SMALL_ORDER_UNITS
  const large = unpaid.networkLargeUnits
  if (isLarge && isUsedUp) return { limit: 'network-large', freeAt: networkFreeAt }
  if (isLarge && large > 0 && large + units > networkUnits / 10) {
    return { limit: 'network-large', freeAt: nextFreeAt }
  }
  if (unpaid.networkUnits > 0 && unpaid.networkUnits + units > most) {
    return { limit: 'network', freeAt: nextFreeAt }
  }
  return null
}

/** A visitor may hold this many pieces, or as many as are asked for, for four holds a day: an hour of not paying. */
const VISITOR_HOLDS = 4
const VISITOR_PIECES = 10
