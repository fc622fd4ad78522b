import * as v from 'valibot'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { availableSizes, type Product } from '#domain/catalog/product.ts'
import { CUSTOMER } from '#scripts/robots/robot-buyer.ts'
import type { DropPiece } from '#scripts/robots/room-load.ts'

/** Where robots live: the first of these that the shop delivers to. */
export const HOMES: readonly (typeof CUSTOMER)[] = [
  CUSTOMER,
  { ...CUSTOMER, city: 'New York', country: 'US', region: 'New York', postal: '10001' },
  { ...CUSTOMER, city: 'London', country: 'GB', region: 'Greater London', postal: 'SW1A 1AA' },
  { ...CUSTOMER, city: 'Paris', country: 'FR', region: '', postal: '75001' },
  { ...CUSTOMER, city: 'Berlin', country: 'DE', region: '', postal: '10115' },
  { ...CUSTOMER, city: 'Melbourne', country: 'AU', region: 'Victoria', postal: '3000' },
  { ...CUSTOMER, city: 'Zürich', country: 'CH', region: '', postal: '8001' },
  { ...CUSTOMER, city: 'Stockholm', country: 'SE', region: '', postal: '111 22' },
  { ...CUSTOMER, city: 'Oslo', country: 'NO', region: '', postal: '0150' },
  { ...CUSTOMER, city: 'København', country: 'DK', region: '', postal: '1050' },
  { ...CUSTOMER, city: 'Warszawa', country: 'PL', region: '', postal: '00-001' },
  { ...CUSTOMER, city: 'Auckland', country: 'NZ', region: '', postal: '1010' },
]

/** What robots buy, as whom. */
export interface RobotTerms {
  customer: typeof CUSTOMER
  pieces: DropPiece[]
}

const answerSchema = v.object({
  totals: v.object({ total: v.number(), itemCount: v.number() }),
  shipping: v.object({ problem: v.nullable(v.unknown()), method: v.nullable(v.unknown()) }),
})

/** Asks the shop on the copy, where all is still on sale to everyone, what a piece costs with all that is added. */
export async function findTerms(port: number, products: readonly Product[]): Promise<RobotTerms> {
  const wanted = products
    .filter((product) => !isGiftCard(product))
    .flatMap((product) => availableSizes(product).map((size) => ({ productId: product.id, size })))
  for (const customer of HOMES) {
    const pieces: DropPiece[] = []
    for (const one of wanted) {
      const amount = await priceOf(port, one, customer)
      if (amount !== null) pieces.push({ ...one, amount })
    }
    if (pieces.length > 0) return { customer, pieces }
  }
  throw new Error('the shop delivers its pieces to none of the countries in which robots live.')
}

/** With delivery; null: it cannot be ordered there. */
async function priceOf(
  port: number,
  piece: Pick<DropPiece, 'productId' | 'size'>,
  { country, region, postal }: typeof CUSTOMER,
): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/cart/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ ...piece, quantity: 1 }], destination: { country, region, postal } }),
  })
  const { totals, shipping } = v.parse(answerSchema, await answer.json())
  return totals.itemCount === 1 && shipping.problem === null ? totals.total : null
}
