import { takeStockTogether } from '#db/catalogue/take-stock-together.ts'
import { isStatementFailure, LOCK_WAIT } from '#db/engine/postgres/commit-together.ts'
import { OpenGroup, type GroupMember } from '#db/engine/postgres/open-group.ts'
import { withMergedInserts, writeTogether } from '#db/engine/statements/write-together.ts'
import { LastStatement, transact, type Tx } from '#db/engine/transact.ts'
import { orderNumber } from '#operations/order-number.ts'
import type { Shop } from '#operations/shop.ts'
import { findHoldRefusal, firstHoldTimeWrites } from './find-hold-refusal.ts'
import {
  CartChangedError,
  placementEntry,
  holdFor,
  newOrderWrites,
  PlacementRefusal,
  writePlacement,
  type PlacementEntry,
  type Placement,
  type WrittenOrder,
} from './write-placement.ts'

/** When they cannot be placed together, each is placed alone, on a separate connection. */
const MAX_GROUP_SIZE = 8
/**
 * The orders of a group that waits for a locked row for longer than this are placed one by one, while the next group
 * begins.
 */
const MAX_WAIT_MS = 100

type Member = GroupMember<Placement, WrittenOrder>

const groups = new WeakMap<Shop, OpenGroup<Placement, WrittenOrder>>()

/**
 * Writes an order and takes its stock. On PostgreSQL simultaneous new orders are one transaction with a statement for
 * all their rows and one for all their units: together they take all or nothing, and when something is not available
 * each is placed alone. Throws as `writePlacement` does.
 */
export async function placeTogether(shop: Shop, placement: Placement): Promise<WrittenOrder> {
  const isNew = !placement.isKnown && !placement.isRetry
  if (shop.database.engine === 'sqlite' || !isNew) return placeAlone(shop, placement)
  const group =
    groups.get(shop) ??
    new OpenGroup({ maxSize: MAX_GROUP_SIZE, maxWaitMs: MAX_WAIT_MS }, (members) => placeGroup(shop, members))
  groups.set(shop, group)
  return group.join(placement)
}

function placeAlone(shop: Shop, placement: Placement): Promise<WrittenOrder> {
  return transact(shop.database, (tx) => writePlacement(shop, tx, placement))
}

async function placeGroup(shop: Shop, members: readonly Member[]): Promise<void> {
  // Each order of a network is counted by the next one.
  const [together, later] = oneOfEachNetwork(members)
  if (together.length < 2 || !(await placeAll(shop, together))) {
    await Promise.all(
      together.map(({ asked, resolve, reject }) => placeAlone(shop, asked).then(resolve, reject)),
    )
  }
  if (later.length > 0) await placeGroup(shop, later)
}

function oneOfEachNetwork(members: readonly Member[]): [Member[], Member[]] {
  const networks = new Set<string>()
  const together: Member[] = []
  const later: Member[] = []
  for (const member of members) {
    const { placedFrom } = member.asked.request
    const isFirst = placedFrom === '' || !networks.has(placedFrom)
    networks.add(placedFrom)
    if (isFirst) together.push(member)
    else later.push(member)
  }
  return [together, later]
}

/** Places the members and answers them; false, with nothing written, when each has to be placed alone. */
async function placeAll(shop: Shop, members: readonly Member[]): Promise<boolean> {
  try {
    const placements = members.map(({ asked }) => asked)
    const outcomes = await transact(shop.database, (tx) => writeAll(shop, tx, placements))
    for (const [at, { resolve, reject }] of members.entries()) {
      const outcome = outcomes[at]!
      if (outcome instanceof PlacementRefusal) reject(outcome)
      else resolve(outcome)
    }
    return true
  } catch (error) {
    if (isStatementFailure(error)) return false
    for (const { reject } of members) reject(error)
    return true
  }
}

type Outcome = WrittenOrder | PlacementRefusal

/** Writes nothing for orders whose network or visitor holds too much. Throws when an order cannot be written. */
async function writeAll(
  shop: Shop,
  tx: Tx,
  placements: readonly Placement[],
): Promise<Outcome[] | LastStatement<Outcome[]>> {
  const orders = await Promise.all(
    placements.map(async (placement) => {
      const { request, cart } = placement
      const entry: NewOrder['entry'] = { ...(await placementEntry(shop, placement)), number: orderNumber() }
      const toHold = { ...request, products: cart.products }
      return { request, cart, entry, toHold, refusal: null as PlacementRefusal | null }
    }),
  )
  const locking = LOCK_WAIT.execute(tx)
  locking.catch(() => {}) // what is sent after it fails as well
  // Networks are locked in one order, so that two groups cannot wait for each other.
  const byNetwork = orders.toSorted((one, other) => (one.entry.placedFrom < other.entry.placedFrom ? -1 : 1))
  await Promise.all(
    byNetwork.map(async (order) => {
      const tooMany = await findHoldRefusal(shop, tx, order.toHold, order.entry.id)
      if (tooMany) order.refusal = new PlacementRefusal({ kind: 'too-many-unpaid', ...tooMany })
    }),
  )
  const [first, ...others] = orders.filter(({ refusal }) => refusal === null)
  if (first === undefined) return orders.map(({ refusal }) => refusal!)
  const accepted = [first, ...others] as const
  const writes = accepted.flatMap((order) => [
    ...newOrderWrites(shop, tx, order, order.entry),
    ...firstHoldTimeWrites(shop, tx, order.toHold, order.entry.id),
  ])
  const written = writeTogether(tx, withMergedInserts(writes))
  const taken = takeStockTogether(tx, [holdOf(shop, first), ...others.map((order) => holdOf(shop, order))])
  return new LastStatement(
    Promise.all([written, taken]).then(([, soldOutBy]) => {
      if (soldOutBy === null) throw new CartChangedError()
      return orders.map(({ entry: { id, number }, cart: { totals }, refusal }) => {
        const availabilityChanged = soldOutBy.has(id)
        return refusal ?? { id, number, totals, isNew: true, availabilityChanged }
      })
    }),
  )
}

interface NewOrder {
  cart: Placement['cart']
  entry: PlacementEntry & { number: string }
}

function holdOf(shop: Shop, { entry: { id, units }, cart }: NewOrder) {
  return { units, hold: holdFor(shop, id, cart) }
}
