import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import { cents } from '#domain/money.ts'
import { CARD, CUSTOMER } from '#scripts/robots/robot-buyer.ts'

/** Who asks for what, and how often. Requests do not wait for each other. */
export interface SteadyLoad {
  port: number
  requestsPerSecond: number
  product: { id: string; price: number; size: string }
}

export interface SteadyReport {
  requests: number
  purchases: number
  /** One line for each request without the expected answer. None is repeated. */
  failed: string[]
  latencies: number[]
}

const TICK_MS = 10
const PURCHASE_EVERY_MS = 1_000
const TIMEOUT_MS = 30_000

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Shoppers on kept connections, one in ten on a new connection, until stopped; and a purchase every second. */
export function startSteadyLoad({ port, requestsPerSecond, product }: SteadyLoad): {
  stop(): Promise<SteadyReport>
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const report: SteadyReport = { requests: 0, purchases: 0, failed: [], latencies: [] }
  const open = new Set<Promise<unknown>>()
  const begun = performance.now()
  const over = new AbortController()

  async function ask(path: string, body?: unknown, kept = true): Promise<Answer | null> {
    report.requests += 1
    const from = performance.now()
    try {
      const answer = await send({ port, path, agent: kept ? agent : false }, body)
      report.latencies.push(performance.now() - from)
      if (answer.status === 200) return answer
      report.failed.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
    } catch (error) {
      const after = Math.round(performance.now() - from)
      report.failed.push(`${path}: ${(error as Error).message} after ${after} ms`)
    }
    return null
  }

  async function buy(): Promise<void> {
    const { total: amount } = priceCart([{ price: cents(product.price), quantity: 1 }], {
      destination: null,
      tariff: TARIFF,
    })
    const items = [{ productId: product.id, size: product.size, quantity: 1 }]
    const order = { amount, currency: 'cad', items, customer: CUSTOMER }
    const placed = await ask('/create-payment-intent', order)
    if (placed === null) return
    const { clientSecret } = JSON.parse(placed.body) as { clientSecret: string }
    await ask('/test-gateway/confirm', { clientSecret, card: CARD })
    const settled = await ask('/api/checkout/settle', { clientSecret })
    if (settled === null) return
    const { state } = JSON.parse(settled.body) as { state: string }
    if (state === 'paid') report.purchases += 1
    else report.failed.push(`An order that was paid for is ${state}`)
  }

  function during(work: Promise<unknown>): void {
    open.add(work)
    void work.finally(() => open.delete(work))
  }

  async function asking(): Promise<void> {
    for (let sent = 0; !over.signal.aborted; await sleep(TICK_MS)) {
      const due = ((performance.now() - begun) / 1_000) * requestsPerSecond
      for (; sent < due; sent += 1) during(ask(pathOf(sent, product.id), undefined, sent % 10 !== 0))
    }
  }
  async function buying(): Promise<void> {
    for (; !over.signal.aborted; await sleep(PURCHASE_EVERY_MS)) during(buy())
  }
  const running = [asking(), buying()]
  return {
    async stop() {
      over.abort()
      await Promise.all(running)
      await Promise.all(open)
      agent.destroy()
      return report
    },
  }
}

/** Mostly pages that are cached, some that are not, and the API. */
function pathOf(turn: number, product: string): string {
  const kinds = [
    '/',
    '/shop',
    `/product/${product}`,
    '/about',
    `/shop?q=${turn}`,
    '/api/products',
    '/health',
    '/ready',
  ]
  return kinds[turn % kinds.length] ?? '/'
}

function send(
  options: { port: number; path: string; agent: Agent | false },
  body?: unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...options,
        host: '127.0.0.1',
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'accept-encoding': 'br', 'content-type': 'application/json' },
        timeout: TIMEOUT_MS,
      },
      (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += String(bytes)))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('No answer in 30 s')))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
