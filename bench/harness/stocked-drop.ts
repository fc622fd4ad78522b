import * as v from 'valibot'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { transact } from '#db/engine/transact.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { SIZES } from '#domain/catalog/size.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { cents } from '#domain/money.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { scheduleDrops } from '#operations/settings/schedule-drops.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import type { DropPiece } from '#scripts/robots/room-load.ts'

const HANDLE = 'bench'

/** Adds a drop with one product in six sizes, at most one piece for each person. */
export async function addDrop(
  database: ShopDatabase,
  { units, ...changes }: { units: number; soldFrom: number } & Partial<Drop>,
): Promise<{ handle: string; pieces: DropPiece[] }> {
  const sizes = SIZES.slice(0, 6)
  const price = cents(190_00)
  const product = await new SqlCatalog(database).add(
    withEmptyFields({
      name: 'Bench jacket',
      price,
      category: 'Hoodies',
      description: 'Made for a measurement.',
      stock: units,
      sizes: sizes.map((size, at) => ({
        size,
        stock: Math.floor(units / sizes.length) + (at < units % sizes.length ? 1 : 0),
      })),
    }),
  )
  const drop: Drop = {
    id: 'bench',
    name: 'Bench drop',
    handle: HANDLE,
    words: '',
    picture: null,
    isDraft: false,
    products: [product.id],
    publicFrom: changes.soldFrom,
    early: null,
    room: null,
    draw: null,
    perPerson: 1,
    payMinutes: 5,
    ...changes,
  }
  const now = Date.now()
  await transact(database, async (tx) => {
    await scheduleDrops(tx, { drops: [] }, { drops: [drop] }, now)
    await appendSetting(tx, DROPS.name, 0, {
      value: v.parse(DROPS.schema, { drops: [drop] }),
      changedAt: now,
      changedBy: null,
      summary: 'Drop',
    })
  })
  const amount = priceCart([{ price, quantity: 1 }], { destination: null, tariff: TARIFF }).total
  return { handle: HANDLE, pieces: sizes.map((size) => ({ productId: product.id, size, amount })) }
}
