import { readConnectionStates, type ConnectionState } from '#db/connections/connection-states.ts'
import type { Shop } from '#operations/shop.ts'
import type { ConnectionNeed } from '#providers/connection.ts'
import { readSetUpsOf, type SetUp } from './set-up-connection.ts'
import { builtInFor, CONNECTION_NEEDS, NEED_NAMES } from './connection-needs.ts'

/** The supplier of a need, and its state. */
export interface ListedConnection {
  need: ConnectionNeed
  title: string
  supplier: string
  /** Completes "Used for ...". */
  usedFor: string
  /** The effect of the built-in substitute; null when there is an outside supplier. */
  builtIn: string | null
  /** Null when it is built in, or was not used yet. */
  state: ConnectionState | null
  /** Null: only the server sets it up. */
  setUp: SetUp | null
}

/** Every need of the shop, with its supplier. */
export async function listConnections(shop: Shop): Promise<ListedConnection[]> {
  const [states, setUps] = await Promise.all([readConnectionStates(shop.database), readSetUpsOf(shop)])
  return Promise.all(
    NEED_NAMES.map(async (need) => ({
      ...(await listed(shop, need, states)),
      setUp: setUps.find((one) => one.need === need) ?? null,
    })),
  )
}

async function listed(
  shop: Shop,
  need: ConnectionNeed,
  states: readonly ConnectionState[],
): Promise<Omit<ListedConnection, 'setUp'>> {
  const { title, usedFor } = CONNECTION_NEEDS[need]
  const connection = shop.connections.find((one) => one.need === need)
  if (!connection) {
    const { supplier, means } = await builtInFor(shop, need)
    return { need, title, supplier, usedFor, builtIn: means, state: null }
  }
  const { supplier } = connection
  // The state of an earlier supplier says nothing about this one.
  const state = states.find((one) => one.need === need && one.supplier === supplier) ?? null
  return { need, title, supplier, usedFor: connection.usedFor, builtIn: null, state }
}

/** How many of the chosen suppliers fail. */
export async function countFailingConnections(shop: Shop): Promise<number> {
  if (shop.connections.length === 0) return 0
  const states = await readConnectionStates(shop.database)
  return states.filter(
    (state) =>
      state.failingSince !== null &&
      shop.connections.some(({ need, supplier }) => need === state.need && supplier === state.supplier),
  ).length
}
