import { availableSizes } from '#domain/catalog/product.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { ShopRecords } from './shop-records.ts'
import type { RunningShop } from './running-shop.ts'
import { CARDS } from '#e2e/actors/shopper.ts'

const LONG_NAME = 'Maximiliana Alexandrina Featherstonehaugh-Cholmondeley of Wolseley-and-Regina'

/** One order; `card` null: never paid. */
export interface BusyOrder {
  name: string
  /** A word of the product's name. */
  product: string
  units: number
  card: string | null
  note: string
  /** Where it goes, if not to Saskatoon. */
  to?: { address?: string; city: string; country: string; region: string; postal: string }
}

const ORDERS: readonly BusyOrder[] = [
  { name: 'Sam Okafor', product: 'blackletter', units: 1, card: CARDS.pays, note: '' },
  {
    name: 'Ada Prairie',
    product: 'emblem',
    units: 2,
    card: CARDS.pays,
    note: 'Please leave it at the side door.',
  },
  { name: LONG_NAME, product: 'sweatpant', units: 1, card: CARDS.pays, note: 'A present. '.repeat(20) },
  { name: 'Noor Haddad', product: 'cap', units: 1, card: null, note: '' },
  { name: 'Ben Tootoosis', product: 'emblem', units: 1, card: CARDS.pays, note: '' },
]

const MESSAGES = [
  { name: 'Ada Prairie', subject: 'support', message: 'The zip of my hoodie is stuck. What can I do?' },
  { name: 'Sam Okafor', subject: 'wholesale', message: 'Ten hoodies in red for our crew, please.' },
  {
    name: LONG_NAME,
    subject: 'other',
    message: `A long story. ${'And then it rained in Saskatoon. '.repeat(40)}`,
  },
] as const

/** Fills a shop with orders, messages and subscribers, through its public endpoints. */
export async function fillShop(shop: RunningShop, orders = ORDERS): Promise<void> {
  const records = await ShopRecords.open(shop.dataDir)
  for (const order of orders) {
    const product = await records.findProduct(order.product)
    const { id, price } = product
    const size = availableSizes(product)[0] ?? 'M'
    const { clientSecret } = await ask<{ clientSecret: string }>(shop, '/create-payment-intent', {
      amount: priceCart([{ price, quantity: order.units }], { destination: null, tariff: TARIFF }).total,
      currency: 'cad',
      items: [{ productId: id, size, quantity: order.units }],
      customer: { ...customer(order.name), ...order.to },
      note: order.note,
    })
    if (order.card === null) continue
    const card = { number: order.card, expiry: '04 / 39', cvc: '123' }
    await ask(shop, '/test-gateway/confirm', { clientSecret, card })
    await ask(shop, '/api/checkout/settle', { clientSecret })
  }
  await records.close()
  for (const { name, ...message } of MESSAGES) {
    await ask(shop, '/api/contact', { name, email: emailOf(name), ...message })
    await ask(shop, '/api/newsletter/subscribe', { email: emailOf(name) })
  }
}

function customer(name: string) {
  return {
    name,
    email: emailOf(name),
    phone: '306 555 0142',
    address: '12 Broadway Ave',
    city: 'Saskatoon',
    country: 'CA',
    region: 'Saskatchewan',
    postal: 'S7N 1B4',
  }
}

/** At most 64 characters before the @, and no dot at either end. */
const emailOf = (name: string) =>
  `${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .slice(0, 64)
    .replace(/^\.|\.$/g, '')}@example.com`

async function ask<Answer>(shop: RunningShop, path: string, body: object): Promise<Answer> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
