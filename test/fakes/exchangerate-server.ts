import { startSupplierServer, type SupplierServer } from './supplier-server.ts'

/** The key that the fake knows. */
export const RATES_KEY = '0123456789abcdef01234567'

const PER_CAD: Record<string, number> = { CAD: 1, USD: 0.71, EUR: 0.62, GBP: 0.53, JPY: 111.5, XAU: 0.0002 }

/** The fake, with a clock and rates that a test may change. */
export interface ExchangerateServer extends SupplierServer {
  perCad: Record<string, number>
  /** `time_last_update_unix` of its answers. */
  updatedAt: number
}

/**
 * exchangerate-api.com, v6: `latest` and `pair` by key, and the open endpoint without one.
 * https://www.exchangerate-api.com/docs/standard-requests
 */
export async function startExchangerateServer(): Promise<ExchangerateServer> {
  const server = await startSupplierServer(({ url }, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, type: string) => send(status, { result: 'error', 'error-type': type })
    const times = {
      time_last_update_unix: fake.updatedAt,
      time_next_update_unix: fake.updatedAt + 24 * 60 * 60,
    }
    const [, version, key, ...rest] = url.split('/')
    if (version !== 'v6') return refuse(404, 'malformed-request')
    if (key === 'latest') {
      const [base = ''] = rest
      if (base !== 'CAD') return refuse(404, 'unsupported-code')
      return send(200, { result: 'success', provider: 'fake', ...times, base_code: base, rates: fake.perCad })
    }
    if (key !== RATES_KEY) return refuse(403, 'invalid-key')
    const [what, base = '', target = ''] = rest
    if (base !== 'CAD') return refuse(404, 'unsupported-code')
    if (what === 'latest') {
      return send(200, { result: 'success', ...times, base_code: base, conversion_rates: fake.perCad })
    }
    const rate = fake.perCad[target]
    if (what !== 'pair' || rate === undefined) return refuse(404, 'unsupported-code')
    return send(200, {
      result: 'success',
      ...times,
      base_code: base,
      target_code: target,
      conversion_rate: rate,
    })
  })
  const fake: ExchangerateServer = Object.assign(server, {
    perCad: { ...PER_CAD },
    updatedAt: Date.parse('2026-11-21T00:00:01Z') / 1_000,
  })
  return fake
}
