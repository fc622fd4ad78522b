import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '#scripts/robots/connection.ts'
import { CARD, CUSTOMER } from '#scripts/robots/robot-buyer.ts'
import type { ProductId } from '#domain/ids.ts'

/** Every buyer wants one unit of the same product at the same moment. `amount`: its price with tax and delivery. */
export interface RushLoad {
  port: number
  buyers: number
  productId: ProductId
  size: string
  amount: number
  /** Of promotions. */
  codes?: readonly string[]
}

/** The outcome for one buyer, and its time in milliseconds. `busy`: responses with 503 before it. */
export interface RushEnding {
  how: 'paid' | 'sold-out' | 'given-up' | string
  after: number
  busy: number
}

const OPEN_BATCH_SIZE = 100
const MAX_RUN_MS = 120_000

/** Buyers with one keep-alive connection each; a 503 is retried, and a successful hold is paid. */
export async function loadRush({ port, buyers, ...wanted }: RushLoad): Promise<RushEnding[]> {
  const connections: Connection[] = []
  while (connections.length < buyers) {
    const more = Math.min(OPEN_BATCH_SIZE, buyers - connections.length)
    connections.push(...(await Promise.all(Array.from({ length: more }, () => Connection.open(port)))))
  }
  const prepared = connections.map((connection, turn) => ({
    connection,
    address: `198.18.${turn >> 8}.${turn & 255}`,
    body: JSON.stringify({
      checkoutId: randomUUID(),
      amount: wanted.amount,
      ...(wanted.codes && { codes: wanted.codes }),
      currency: 'cad',
      items: [{ productId: wanted.productId, size: wanted.size, quantity: 1 }],
      customer: { ...CUSTOMER, email: `buyer-${turn}@bench.example` },
    }),
  }))
  const started = performance.now()
  const endings = await Promise.all(prepared.map((buyer) => buy(buyer, started)))
  for (const connection of connections) connection.close()
  return endings
}

interface Buyer {
  connection: Connection
  address: string
  body: string
}

async function buy({ connection, address, body }: Buyer, started: number): Promise<RushEnding> {
  const after = () => performance.now() - started
  let busy = 0
  async function post(path: string, json: string): Promise<{ status: number; body: Answer }> {
    for (;;) {
      const {
        status,
        head,
        body: said,
      } = await connection.ask(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      )
      if (status !== 503 || after() > MAX_RUN_MS) return { status, body: JSON.parse(String(said)) as Answer }
      busy += 1
      const [, seconds = '1'] = /^retry-after: *(\d+)/im.exec(head) ?? []
      await sleep(Number(seconds) * 1_000)
    }
  }
  try {
    const placed = await post('/create-payment-intent', body)
    if (placed.status === 409 && placed.body.lines?.[0]?.left === 0) {
      return { how: 'sold-out', after: after(), busy }
    }
    const { clientSecret } = placed.body
    if (clientSecret === undefined) return { how: `${placed.status}`, after: after(), busy }
    await post('/test-gateway/confirm', JSON.stringify({ clientSecret, card: CARD }))
    const settled = await post('/api/checkout/settle', JSON.stringify({ clientSecret }))
    return { how: settled.body.state ?? 'unknown', after: after(), busy }
  } catch (error) {
    return { how: String(error), after: after(), busy }
  }
}

interface Answer {
  clientSecret?: string
  state?: string
  lines?: { left: number | null }[]
}
