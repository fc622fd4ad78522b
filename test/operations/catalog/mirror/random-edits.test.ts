import { SOLD } from '#test/support/test-shop.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#db/stock/stock-movements.ts'
import { findByProducts } from '#db/catalog/mirrored-records.ts'
import { returnStock, takeStock } from '#db/catalog/stock.ts'
import { transact } from '#db/engine/transact.ts'
import { toProductId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openMirroredShop } from '#test/support/mirrored-shop.ts'

const name = fc.constantFrom('Ada', 'Bea', 'Cleo')
const step = fc.oneof(
  // Multiples of a hundred, so that both sides never arrive at the same new number by chance, which would count as one
  // change.
  fc.record({ kind: fc.constant('delivery' as const), pieces: fc.constantFrom(100, 200, 700) }),
  fc.record({ kind: fc.constant('sale' as const), pieces: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('return' as const), pieces: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('name there' as const), name }),
  fc.record({ kind: fc.constant('name here' as const), name }),
  fc.record({ kind: fc.constant('price here' as const), price: fc.integer({ min: 1, max: 99 }) }),
  fc.constant({ kind: 'round' as const }),
  fc.constant({ kind: 'write' as const }),
  fc.constant({ kind: 'lost answer' as const }),
  fc.constant({ kind: 'fault' as const }),
)

describeOnEachDatabase('random changes on both sides of a mirrored product', (open) => {
  afterEach(async () => expect(await findLedgerDifferences(open().db)).toEqual([]))

  test('end with both sides equal, except where a person has to choose, and with no unit lost', async () => {
    const world = await openMirroredShop(open())
    const { shop, server, type, round, give, product, cells } = world
    const place = shop.source?.content.place ?? ''

    type({ Name: 'So that the table is never empty' })

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const id = type({ Name: 'Tee', Stock: 50, Price: 25 })
        await round()
        let pieces = 50
        const rowOf = async () => (await findByProducts(shop.database.db, place, [toProductId(id)]))[0]
        for (const one of steps) {
          switch (one.kind) {
            case 'delivery': {
              // An editor adds to the number that they see. After a lost answer it is not known whether that number is
              // the one that the shop sent last: then a person has to choose, which is left out here.
              if (Object.keys((await rowOf())?.sent ?? {}).length > 0) break
              server.table.change(id, { Stock: Number(cells(id)?.['Stock']) + one.pieces })
              pieces += one.pieces
              break
            }
            case 'sale':
            case 'return': {
              const units = [{ productId: toProductId(id), size: 'S' as const, quantity: one.pieces }]
              const isSale = one.kind === 'sale'
              const isDone = await transact(shop.database, async (tx) => {
                if (isSale) return (await takeStock(tx, units, SOLD)) !== null
                await returnStock(
                  tx,
                  units.map((unit) => ({ ...unit, fromProduct: true, fromSize: false })),
                  SOLD,
                )
                return true
              })
              if (isDone) pieces += isSale ? -one.pieces : one.pieces
              break
            }
            case 'name there':
              server.table.change(id, { Name: one.name })
              break
            case 'name here':
            case 'price here': {
              const before = await product(id)
              const changes =
                one.kind === 'name here' ? { name: one.name } : { price: cents(one.price * 100) }
              await saveProduct(shop, {
                id: toProductId(id),
                version: before.version,
                seen: before,
                draft: { ...before, ...changes },
              })
              break
            }
            case 'round':
              await round()
              break
            case 'write':
              shop.pass(10 * 60_000)
              await give()
              break
            case 'lost answer':
              server.loseAnswers(1)
              shop.pass(10 * 60_000)
              await give()
              server.loseAnswers(0)
              break
            case 'fault':
              await server.disturb({ status: 500, body: {} })
              await round().catch(() => {})
              await give()
              await server.disturb(null)
          }
        }
        for (let times = 0; times < 4; times += 1) {
          shop.pass(10 * 60_000)
          await round()
          await give()
        }
        shop.failures.length = 0
        const here = await product(id)
        const row = await rowOf()
        const conflicts = row?.conflicts ?? []
        expect(here.stock).toBe(conflicts.includes('stock') ? here.stock : pieces)
        if (!conflicts.includes('stock')) expect(cells(id)?.['Stock']).toBe(pieces)
        if (!conflicts.includes('name')) expect(cells(id)?.['Name']).toBe(here.name)
        expect(cells(id)?.['Price']).toBe(here.price / 100)
        server.table.records.delete(id)
      }),
      { numRuns: open().engine === 'sqlite' ? 30 : 8 },
    )
    await world.close()
  })
})
