import { randomUUID } from 'node:crypto'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { addProducts, openScene } from './scene.ts'
import { CUSTOMER } from './actors/customer.ts'
import { counterFor, type Answer } from './actors/counter.ts'
import { NO_OUTAGES } from './plan.ts'

/** The result of a rush on one product. */
export interface Rush {
  buyers: number
  units: number
  processes: number
  /** Responses to the payment request. */
  held: number
  soldOut: number
  otherAnswers: number
  paid: number
  /** Payments created at the gateway, and those that were charged. */
  intents: number
  charges: number
  left: number
  faults: string[]
}

const BUYERS = 500
const PIECES = 10
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }

/** 500 buyers request one of 10 units at the same moment; those who get a hold pay. Without any faults. */
export async function runRush({ processes }: { processes: number }, url?: string): Promise<Rush> {
  const scene = await openScene({ processes, purchases: 0 }, url)
  try {
    const { database, sentLog } = scene
    const [product] = await addProducts(database, 'Rare', 1, PIECES)
    if (!product) throw new Error('Nothing is for sale')
    await Promise.all(
      scene.processes.map((one) =>
        one.start({ seed: 1, laterMs: 0, calm: true, sentLog, outages: NO_OUTAGES }),
      ),
    )
    const urls = scene.processes.map((one) => one.url)
    const buyers = Array.from({ length: BUYERS }, (_, turn) =>
      counterFor(urls, `198.18.${turn >> 8}.${turn & 255}`, turn),
    )
    const amount = priceCart([{ price: product.price, quantity: 1 }], {
      destination: null,
      tariff: TARIFF,
    }).total
    const answers = await Promise.all(
      buyers.map((counter) =>
        counter.post('/create-payment-intent', {
          checkoutId: randomUUID(),
          amount,
          currency: 'cad',
          items: [{ productId: product.id, size: 'M', quantity: 1 }],
          customer: { ...CUSTOMER, name: 'Eager Buyer', email: 'eager@chaos.example' },
        }),
      ),
    )
    const secrets = answers.flatMap((answer, turn) => {
      const secret = answer?.body['clientSecret']
      return typeof secret === 'string' ? [{ secret, turn }] : []
    })
    const states = await Promise.all(
      secrets.map(async ({ secret, turn }) => {
        await buyers[turn]?.post('/test-gateway/confirm', { clientSecret: secret, card: CARD })
        const settled = await buyers[turn]?.post('/api/checkout/settle', { clientSecret: secret })
        return settled?.body['state']
      }),
    )
    const intents = await database.db.selectFrom('test_gateway_intents').select('state').execute()
    const { stock } = await database.db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    const counts = {
      buyers: BUYERS,
      units: PIECES,
      processes,
      held: secrets.length,
      soldOut: answers.filter(isSoldOut).length,
      otherAnswers: answers.filter((answer) => !isSoldOut(answer)).length - secrets.length,
      paid: states.filter((state) => state === 'paid').length,
      intents: intents.length,
      charges: intents.filter(({ state }) => state === 'succeeded').length,
      left: stock ?? 0,
    }
    return { ...counts, faults: faultsOf(counts) }
  } finally {
    await scene.close()
  }
}

/** A 409 response whose line says that none are left. */
function isSoldOut(answer: Answer | null): boolean {
  const { type, lines } = (answer?.body ?? {}) as { type?: string; lines?: { left: number | null }[] }
  return answer?.status === 409 && type === '/problems/cart-changed' && lines?.[0]?.left === 0
}

function faultsOf(counts: Omit<Rush, 'faults'>): string[] {
  const expected = {
    held: PIECES,
    soldOut: BUYERS - PIECES,
    otherAnswers: 0,
    paid: PIECES,
    intents: PIECES,
    charges: PIECES,
    left: 0,
  }
  return (Object.keys(expected) as (keyof typeof expected)[])
    .filter((count) => counts[count] !== expected[count])
    .map((count) => `${count}: ${counts[count]} instead of ${expected[count]}`)
}
