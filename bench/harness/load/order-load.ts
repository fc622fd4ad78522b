import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import { Connection } from '#scripts/robots/connection.ts'
import { CARD, CUSTOMER } from '#scripts/robots/robot-buyer.ts'

/** The products for sale, the number of orders, and the number of concurrent buyers. */
export interface OrderLoad {
  port: number
  products: { id: string; price: number; size: string }[]
  orders: number
  buyers: number
}

/** `latencies`: milliseconds from the first request of an order to the response that says it is paid. */
export interface OrderLoadReport {
  paid: number
  seconds: number
  latencies: number[]
}

/** Buyers who place orders in sequence: request the secret, pay with a test card, return until it is paid. */
export async function loadOrders({ port, products, orders, buyers }: OrderLoad): Promise<OrderLoadReport> {
  const latencies: number[] = []
  let begun = 0
  async function buy(connection: Connection, order: number): Promise<void> {
    const chosen = [0, 1, 2].slice(0, 1 + (order % 3)).map((step) => {
      const product = products[(order * 7 + step) % products.length]
      if (!product) throw new Error('Nothing is for sale')
      return { product, quantity: 1 + (step % 2) }
    })
    const lines = chosen.map(({ product, quantity }) => ({ price: cents(product.price), quantity }))
    const placed = await post<{ clientSecret: string }>(connection, '/create-payment-intent', {
      amount: priceCart(lines, { destination: null, tariff: TARIFF }).total,
      currency: 'cad',
      items: chosen.map(({ product, quantity }) => ({ productId: product.id, size: product.size, quantity })),
      customer: CUSTOMER,
    })
    const { clientSecret } = placed
    const { email, name, phone, address: line1, city, country, postal: postal_code } = CUSTOMER
    const billing = { name, email, phone, address: { line1, city, country, postal_code } }
    await post(connection, '/test-gateway/confirm', { clientSecret, card: CARD, billing })
    const { state } = await post<{ state: string }>(connection, '/api/checkout/settle', { clientSecret })
    if (state !== 'paid') throw new Error(`An order that was paid for is ${state}`)
  }
  async function keepBuying(connection: Connection): Promise<void> {
    while (begun < orders) {
      const order = begun
      begun += 1
      const started = performance.now()
      await buy(connection, order)
      latencies.push(performance.now() - started)
    }
  }
  const connections = await Promise.all(Array.from({ length: buyers }, () => Connection.open(port)))
  const started = performance.now()
  await Promise.all(connections.map(keepBuying))
  const seconds = (performance.now() - started) / 1_000
  for (const connection of connections) connection.close()
  return { paid: latencies.length, seconds, latencies }
}

async function post<Answer>(connection: Connection, path: string, body: unknown): Promise<Answer> {
  const answer = await connection.postJson(path, body)
  if (answer.status !== 200) {
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
  }
  return answer.body as Answer
}
