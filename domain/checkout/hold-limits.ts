/** Orders of up to this many units count as small: hundreds of them may wait for payment in one network. */
export const SMALL_ORDER_UNITS = 2

/** How many unpaid orders one browser may have open at the same time. */
const MAX_UNPAID_ORDERS = 5

/**
 * Settings of the limits. `networkUnits`: units that one network may hold at the same time; `networkTime`: units ×
 * milliseconds that it may hold within a day; `holdMs`: length of one hold; `isRush`: the order is of a drop that has
 * just begun.
 */
export interface HoldSettings {
  networkUnits: number
  networkTime: number
  holdMs: number
  isRush: boolean
}

/** How many unpaid orders one browser may have open. */
export function maxUnpaidOrders({ isRush }: Pick<HoldSettings, 'isRush'>): number {
  return isRush ? 1 : MAX_UNPAID_ORDERS
}

/** How many units of a drop one network may hold, of those that are `left`: 4 %, so that it cannot keep others away. */
export function networkUnitsInRush(left: number): number {
  return Math.max(LEAST_IN_RUSH, Math.floor(left / 25))
}

/** Four orders of two. */
const LEAST_IN_RUSH = 8

/**
 * What the unpaid orders of a visitor and a network hold, without the order being placed. Times are units ×
 * milliseconds within the last day, including earlier holds of the same order; paid orders do not count.
 */
export interface UnpaidHolds {
  networkUnits: number
  /** Units in orders that are not small. */
  networkLargeUnits: number
  networkTime: number
  visitorOrders: number
  visitorTime: number
  /** When the next of these holds ends, and when the oldest ones stop counting, in epoch milliseconds. */
  nextFreeAt: number
  networkFreeAt: number
  visitorFreeAt: number
}

/** The limit that refused an order, and when a retry can succeed. */
export interface HoldRefusal {
  limit: 'visitor-orders' | 'visitor-time' | 'network' | 'network-large'
  freeAt: number
}

/**
 * Whether an order of `units` may hold stock now. The limits are per network, because everything else about a visitor
 * can be faked: cookies, addresses, checkouts. Small orders may use nearly all of a network's limit, so that everyone
 * in an office can buy; larger ones may use a tenth. A network that has used up its holds for the day keeps a fortieth,
 * for shoppers who pay immediately. The size of a single order is limited in order-limit.ts, not here.
 */
export function refuseHold(
  units: number,
  unpaid: UnpaidHolds,
  { networkUnits, networkTime, holdMs, isRush }: HoldSettings,
): HoldRefusal | null {
  const { nextFreeAt, networkFreeAt, visitorFreeAt } = unpaid
  if (unpaid.visitorOrders >= maxUnpaidOrders({ isRush }))
    return { limit: 'visitor-orders', freeAt: nextFreeAt }
  if (
    unpaid.visitorTime >=
    (isRush ? VISITOR_HOLDS / 2 : VISITOR_HOLDS) * Math.max(VISITOR_UNITS, units) * holdMs
  ) {
    return { limit: 'visitor-time', freeAt: visitorFreeAt }
  }
  const isUsedUp = unpaid.networkTime >= networkTime
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

/** Within a day a visitor may hold this many units, or one order of any size, for four hold times without paying. */
const VISITOR_HOLDS = 4
const VISITOR_UNITS = 10
