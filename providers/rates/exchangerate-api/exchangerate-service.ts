import * as v from 'valibot'
import { RATES_BASE, CURRENCIES, type CurrencyCode } from '#domain/currency.ts'
import { callSupplier, parseAnswer } from '#providers/call-supplier.ts'
import type { Connected, ConnectionReport } from '#providers/connection.ts'
import { OPEN_RATES, type RateService, type RateTable } from '#providers/rates/exchange-rates.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'

/** `key`: null for the open endpoint, which needs none. `apiBase`: the address without its version. */
export interface ExchangerateSettings {
  key: string | null
  apiBase: string
}

interface Options extends ExchangerateSettings {
  /** The name shown to staff. */
  label: string
  report: ConnectionReport
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** The `error-type` of a refusal: https://www.exchangerate-api.com/docs/standard-requests. */
const REFUSALS: Readonly<Record<string, [kind: SupplierFailure, words: string]>> = {
  'invalid-key': ['unauthorized', 'the key is not valid'],
  'inactive-account': ['unauthorized', 'the email address of the account is not confirmed'],
  'quota-reached': ['rate-limited', 'the requests of this month are used up'],
  'unsupported-code': ['refused', 'it does not know the currency'],
  'malformed-request': ['refused', 'it does not understand the request'],
  'base-code-only-on-pro': ['refused', 'the plan does not allow Canadian dollars as the base'],
  'not-available-on-plan': ['refused', 'the plan does not allow the request'],
}

const rateMap = v.record(v.string(), v.pipe(v.number(), v.finite(), v.gtValue(0)))
const tableSchema = v.object({
  result: v.literal('success'),
  time_last_update_unix: v.pipe(v.number(), v.integer(), v.gtValue(0)),
  base_code: v.literal(RATES_BASE),
  /** The rates in the answer of the endpoint with a key. */
  conversion_rates: v.optional(rateMap),
  /** The rates in the answer of the open endpoint. */
  rates: v.optional(rateMap),
})
const refusalSchema = v.object({ result: v.literal('error'), 'error-type': v.string() })

/**
 * Rates of exchangerate-api.com: `latest/CAD` has every pair and costs one request of the quota, `pair` would cost one
 * for each. https://www.exchangerate-api.com/docs/standard-requests
 */
export function exchangerateService(options: Options): RateService & Connected {
  const { key, label, report } = options
  const latest = async () => {
    try {
      const table = await fetchRates(options)
      report.worked()
      return table
    } catch (error) {
      report.failed(error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  return {
    source: key === null ? OPEN_RATES : 'exchangerate-api.com',
    latest,
    connection: {
      need: 'rates',
      supplier: label,
      usedFor: 'showing prices in the visitor’s currency; charges are always in Canadian dollars',
      async test() {
        const { asOf, perCad } = await fetchRates(options)
        const count = Object.keys(perCad).length
        return `${count} rates of ${asOf}: one Canadian dollar is ${perCad.USD ?? '?'} US dollars.`
      },
    },
  }
}

async function fetchRates({ key, apiBase, label, timeoutMs = TIMEOUT_MS }: Options): Promise<RateTable> {
  const call = {
    supplier: label,
    url: `${apiBase}/v6/${key === null ? '' : `${key}/`}latest/${RATES_BASE}`,
    timeoutMs,
    ...(key !== null && { secrets: [key] }),
    wordsOf: (body: unknown) => (v.is(refusalSchema, body) ? wordsOf(body['error-type']) : undefined),
  }
  const answer = await callSupplier(call)
  return parseAnswer(call, answer, (json) => {
    if (v.is(refusalSchema, json)) throw refused(label, json['error-type'])
    return toTable(json)
  })
}

function toTable(json: unknown): RateTable | null {
  const parsed = v.safeParse(tableSchema, json)
  if (!parsed.success) return null
  const { conversion_rates, rates = conversion_rates, time_last_update_unix: at } = parsed.output
  const known = CURRENCIES.flatMap(({ code }): [CurrencyCode, number][] => {
    const rate = code === RATES_BASE ? undefined : rates?.[code]
    return rate === undefined ? [] : [[code, rate]]
  })
  if (known.length === 0) return null
  return { asOf: new Date(at * 1_000).toISOString().slice(0, 10), perCad: Object.fromEntries(known) }
}

/** A refusal with the status 200. */
function refused(supplier: string, type: string): SupplierError {
  const kind = REFUSALS[type]?.[0] ?? 'refused'
  return new SupplierError(`${supplier} refused: ${wordsOf(type)}`, { supplier, kind })
}

/** An unknown type is quoted only when it looks like one. */
function wordsOf(type: string): string {
  return REFUSALS[type]?.[1] ?? (/^[a-z-]{1,40}$/.test(type) ? type : 'it gave no reason')
}
