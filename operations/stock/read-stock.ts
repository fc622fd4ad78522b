import {
  listMovements,
  MOVEMENTS_PER_PAGE,
  readLedgerPosition,
  walkMovements,
} from '#db/stock/stock-movements.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { ProductId } from '#domain/ids.ts'
import { isSameEvent, type StockMovement } from '#domain/stock/stock-change.ts'
import type { Shop } from '#operations/shop.ts'

/** One page of what happened to the counts of a product, the newest first. `older`: where the next page begins. */
export async function readMovements(
  { database }: Pick<Shop, 'database'>,
  id: ProductId,
  before: number | null,
): Promise<{ movements: StockMovement[]; older: number | null }> {
  const found = await listMovements(database.db, id, before)
  const next = found[MOVEMENTS_PER_PAGE]
  const page = found.slice(0, MOVEMENTS_PER_PAGE)
  // An event is on one page, unless it fills it.
  const whole = next ? page.filter((movement) => !isSameEvent(movement, next)) : page
  const movements = whole.length > 0 ? whole : page
  return { movements, older: found.length > movements.length ? (movements.at(-1)?.id ?? null) : null }
}

/** The last movement in the stock ledger: read it before the counts that belong to it. */
export function readLedger({ database }: Pick<Shop, 'database'>): Promise<number> {
  return readLedgerPosition(database.db)
}

const BATCH_SIZE = 500

/** The columns of the exported ledger. Times are UTC. */
export const MOVEMENT_COLUMNS: readonly string[] = [
  'Time',
  'Product',
  'Size',
  'Change',
  'Left',
  'Reason',
  'By',
  'Order',
  'Delivery',
]

/** The stock ledger, the oldest movement first, in batches. */
export async function* exportMovements({ database }: Pick<Shop, 'database'>): AsyncGenerator<CsvCell[][]> {
  for await (const movements of walkMovements(database.db, BATCH_SIZE))
    yield movements.map(({ at, productId, size, delta, after, reason, by, orderNumber, delivery }) => [
      new Date(at).toISOString(),
      productId,
      size,
      delta,
      after,
      reason,
      by,
      orderNumber,
      delivery?.name ?? null,
    ])
}
