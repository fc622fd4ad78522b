import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { cents } from '#domain/money.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Product } from '#domain/catalog/product.ts'
import { CUSTOMER } from './customer.ts'
import { counterFor } from './counter.ts'
import type { Chance } from '#chaos/seeded-random.ts'

/** The outcome for a hoarder, who reserves units and pays for none. */
export interface Hoarded {
  /** Orders that were placed or placed again, and those that were refused. */
  placed: number
  refused: number
  /** The most units held at one time. */
  most: number
}

const CONCURRENCY = 5
const POLL_INTERVAL_MS = 50
/** Each of them reaches its renewal limit at some point. */
const MAX_CHECKOUTS = 40

/**
 * For `forMs` requests one product from one address: with new checkouts and email addresses, and again with old ones,
 * which renews their holds.
 */
export async function hoard(
  database: ShopDatabase,
  {
    urls,
    product,
    chance,
    name,
    address,
    forMs,
  }: {
    urls: readonly string[]
    product: Product
    chance: Chance
    name: string
    address: string
    forMs: number
  },
): Promise<Hoarded> {
  const hoarded: Hoarded = { placed: 0, refused: 0, most: 0 }
  const ends = performance.now() + forMs
  const hasTimeLeft = () => performance.now() < ends
  const checkouts: string[] = []
  let requests = 0
  let { price } = product

  async function keepAsking(first: number): Promise<void> {
    const counter = counterFor(urls, address, first)
    while (hasTimeLeft()) {
      requests += 1
      if (checkouts.length < MAX_CHECKOUTS && chance.happens(0.5)) checkouts.push(randomUUID())
      const checkoutId = checkouts.length === 0 ? randomUUID() : chance.pick(checkouts)
      const quantity = chance.between(1, 3)
      const answer = await counter.post('/create-payment-intent', {
        checkoutId,
        amount: priceCart([{ price, quantity }], { destination: null, tariff: TARIFF }).total,
        currency: 'cad',
        items: [{ productId: product.id, size: chance.pick(product.sizes).size, quantity }],
        customer: { ...CUSTOMER, name: 'Chaos Hoarder', email: `${name}-${requests}@chaos.example` },
      })
      const { clientSecret, lines } = (answer?.body ?? {}) as {
        clientSecret?: string
        lines?: { price: number | null }[]
      }
      if (clientSecret === undefined) hoarded.refused += 1
      else hoarded.placed += 1
      const dollars = lines?.[0]?.price
      if (typeof dollars === 'number') price = cents(Math.round(dollars * 100))
    }
  }
  async function watch(): Promise<void> {
    while (hasTimeLeft()) {
      // While PostgreSQL restarts, this cannot be read.
      const held = await unitsHeld(database, name).catch(() => 0)
      hoarded.most = Math.max(hoarded.most, held)
      await sleep(POLL_INTERVAL_MS)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CONCURRENCY }, (_, turn) => keepAsking(turn))])
  return hoarded
}

async function unitsHeld({ db }: ShopDatabase, name: string): Promise<number> {
  const { units } = await db
    .selectFrom('holds')
    .innerJoin('orders', 'orders.id', 'holds.order_id')
    .select((e) => e.fn.sum<number | null>('holds.quantity').as('units'))
    .where('orders.email', 'like', `${name}-%`)
    .where('holds.expires_at', '>', Date.now())
    .executeTakeFirstOrThrow()
  return Number(units ?? 0)
}
