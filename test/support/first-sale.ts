// node test/support/first-sale.ts http://127.0.0.1:3000 LINK
//
// The first minutes of a new shop over HTTP, with what its install printed: the owner sets a password by the link, a
// visitor buys a demo product, and the owner refunds the order.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CARD, CUSTOMER } from '#scripts/robots/robot-buyer.ts'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'

const [address = '', link = ''] = process.argv.slice(2)
const OWNER = { email: 'owner@shop.example', password: 'the first password of a shop' }
const WAIT_MS = 30_000
let cookie = ''

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(new URL(path, address), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  cookie = [cookie, ...set].filter((pair) => pair !== '').join('; ')
  return (text === '' ? null : JSON.parse(text)) as Answer
}

interface OwnOrder {
  state: string
  version: number
  payment: { left: { typed: string } | null }
}

await ask('/api/staff/reset-password', {
  token: new URL(link).searchParams.get('token'),
  password: OWNER.password,
})
cookie = ''
await ask('/api/staff/sign-in', OWNER)

const [demo] = (await ask<{ products: { id: string; price: string }[] }>('/api/staff/products?limit=1'))
  .products
if (demo === undefined) throw new Error('Nothing is for sale')
const lines = [{ price: cents(Math.round(Number(demo.price) * 100)), quantity: 1 }]
const amount = priceCart(lines, { destination: null, tariff: TARIFF }).total
const { clientSecret, orderNumber } = await ask<{ clientSecret: string; orderNumber: string }>(
  '/create-payment-intent',
  {
    amount,
    currency: 'cad',
    items: [{ productId: demo.id, size: 'M', quantity: 1 }],
    customer: CUSTOMER,
  },
)
await ask('/test-gateway/confirm', { clientSecret, card: CARD })
const { state } = await ask<{ state: string }>('/api/checkout/settle', { clientSecret })
if (state !== 'paid') throw new Error(`An order that was paid for is ${state}`)

const path = `/api/staff/orders/${orderNumber}`
const order = await ask<OwnOrder>(path)
await ask(`${path}/refund`, {
  version: order.version,
  refundId: randomUUID(),
  amount: order.payment.left?.typed,
  reason: 'The first sale was a test',
  units: [],
})
for (const until = Date.now() + WAIT_MS; ; await sleep(100)) {
  const { state } = await ask<OwnOrder>(path)
  if (state === 'refunded') break
  if (Date.now() > until) throw new Error(`The order is still ${state}`)
}
console.log(`${orderNumber} was sold for ${amount / 100} CAD and refunded.`)
