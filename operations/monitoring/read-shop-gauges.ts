import { sumHeldUnits } from '#db/checkout/held-units.ts'
import { readProblems, type RecordedProblem } from '#db/monitoring/shop-problems.ts'
import { countOrders } from '#db/orders/order-list.ts'
import type { Readings } from '#domain/monitoring/problems.ts'
import { listConnections } from '#operations/connections/list-connections.ts'
import type { Shop } from '#operations/shop.ts'
import { readReadings } from './read-readings.ts'

/** The state of the shop for a monitoring program. */
export interface ShopGauges {
  readings: Omit<Readings, 'certificateEndsAt'>
  /** Orders by the list they wait in. */
  orders: Record<'to-fulfil' | 'needs-attention' | 'pending', number>
  heldUnits: number
  /** The suppliers outside the shop. */
  suppliers: { need: string; supplier: string; isFailing: boolean }[]
  problems: RecordedProblem[]
}

/** Orders are counted up to this number: counting all of them would take longer as the shop grows. */
const MAX_ORDERS = 10_000

/** Reads the present state of the shop. */
export async function readShopGauges(shop: Shop): Promise<ShopGauges> {
  const { database } = shop
  const count = (list: keyof ShopGauges['orders']) => countOrders(database, list, MAX_ORDERS)
  const [readings, toFulfil, needsAttention, pending, heldUnits, connections, problems] = await Promise.all([
    readReadings(shop),
    count('to-fulfil'),
    count('needs-attention'),
    count('pending'),
    sumHeldUnits(database),
    listConnections(shop),
    readProblems(database),
  ])
  return {
    readings,
    orders: { 'to-fulfil': toFulfil, 'needs-attention': needsAttention, pending },
    heldUnits,
    suppliers: connections
      .filter(({ builtIn }) => builtIn === null)
      .map(({ need, supplier, state }) => ({
        need,
        supplier,
        isFailing: (state?.failingSince ?? null) !== null,
      })),
    problems,
  }
}
