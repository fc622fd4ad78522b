import { isStatementFailure, LOCK_WAIT } from '#db/engine/postgres/commit-together.ts'
import { OpenGroup, type GroupMember } from '#db/engine/postgres/open-group.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import {
  orThrow,
  turnName,
  writeAgain,
  writeNewOrders,
  type Placement,
  type PlacementOutcome,
  type WrittenOrder,
} from './write-placement.ts'

/** Each waits for the others, and for what they wait for. */
const MAX_GROUP_SIZE = 8
/**
 * The orders of a group that waits for a locked row for longer than this are placed one by one, while the next group
 * begins.
 */
const MAX_WAIT_MS = 100

type Member = GroupMember<Placement, WrittenOrder>

const groups = new WeakMap<Shop, OpenGroup<Placement, WrittenOrder>>()

/**
 * Writes an order and takes its stock. On PostgreSQL simultaneous new orders are one transaction; on SQLite all writers
 * share their commits anyway. Throws PlacementRefusal, CartChangedError, and ChangedMeanwhileError when the checkout
 * has an order that was not known.
 */
export async function placeTogether(shop: Shop, placement: Placement): Promise<WrittenOrder> {
  if (placement.isKnown) return transact(shop.database, (tx) => writeAgain(shop, tx, placement))
  if (shop.database.engine === 'sqlite') return orThrow((await write(shop, [placement]))[0]!)
  const group =
    groups.get(shop) ??
    new OpenGroup({ maxSize: MAX_GROUP_SIZE, maxWaitMs: MAX_WAIT_MS }, (members) => placeGroup(shop, members))
  groups.set(shop, group)
  return group.join(placement)
}

async function placeGroup(shop: Shop, members: readonly Member[]): Promise<void> {
  // Each order of a network is counted by the next one, and so is each of a turn.
  const [together, later] = oneOfEach(members)
  try {
    const outcomes = await write(
      shop,
      together.map(({ asked }) => asked),
    )
    for (const [at, { resolve, reject }] of together.entries()) {
      const outcome = outcomes[at]!
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  } catch (error) {
    if (together.length > 1 && isStatementFailure(error)) {
      await Promise.all(together.map((member) => placeGroup(shop, [member])))
    } else for (const { reject } of together) reject(error)
  }
  if (later.length > 0) await placeGroup(shop, later)
}

function write(shop: Shop, placements: readonly Placement[]): Promise<PlacementOutcome[]> {
  return transact(shop.database, (tx) => {
    if (placements.length > 1) LOCK_WAIT.execute(tx).catch(() => {}) // what is sent after it fails as well
    return writeNewOrders(shop, tx, placements)
  })
}

function oneOfEach(members: readonly Member[]): [Member[], Member[]] {
  const known = new Set<string>()
  const together: Member[] = []
  const later: Member[] = []
  for (const member of members) {
    const { request, turns } = member.asked
    const keys = [request.placedFrom, ...turns.map(turnName)].filter(Boolean)
    const isFirst = !keys.some((key) => known.has(key))
    for (const key of keys) known.add(key)
    if (isFirst) together.push(member)
    else later.push(member)
  }
  return [together, later]
}
