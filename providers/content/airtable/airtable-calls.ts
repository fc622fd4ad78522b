import * as v from 'valibot'
import type { SourceNeeds } from '#providers/content/content-adapter.ts'
import { callSupplier, parseAnswer, type SupplierCall } from '#providers/call-supplier.ts'
import { SupplierError } from '#providers/supplier-error.ts'

/** The address and the token of the table. */
export interface AirtableAccess {
  token: string
  baseId: string
  table: string
  /** The address of the API, with its version. */
  api: string
}

/** The name of the supplier in messages, and among the connections. */
export const AIRTABLE_NAME = 'Airtable'

/** Airtable refuses more requests a second, for each base. */
const PER_SECOND = 5
/** How long Airtable rejects all requests after a 429. */
const PAUSE_MS = 30_000
/** Longer than Airtable's slow responses. A stopping shop waits for one request. */
const TIMEOUT_MS = 15_000
/** Enough for a hundred records with long descriptions and many pictures. */
const MAX_BYTES = 20_000_000

const detailSchema = v.object({ type: v.optional(v.string()), message: v.optional(v.string()) })
const errorSchema = v.union([
  v.object({ error: v.union([v.string(), detailSchema]) }),
  v.object({ errors: v.tuple([detailSchema]) }),
])

type Send = <T>(call: AirtableRequest<T>) => Promise<T>

interface AirtableRequest<T> {
  method?: string
  /** What follows the address of the table: `/rec…` or `?pageSize=…`. */
  rest?: string
  body?: object
  answer: v.GenericSchema<unknown, T>
}

/** Sends requests to one table within its rate limit. `timeoutMs`: for tests. */
export function airtableCalls(
  { token, baseId, table, api }: AirtableAccess,
  { report, paceOf }: SourceNeeds,
  timeoutMs = TIMEOUT_MS,
): Send {
  const pace = paceOf(`airtable:${baseId}`, PER_SECOND)
  const address = `${api}/${baseId}/${encodeURIComponent(table)}`
  return async ({ method = 'GET', rest = '', body, answer }) => {
    const call: SupplierCall = {
      supplier: AIRTABLE_NAME,
      url: address + rest,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      secrets: [token],
      wordsOf,
      maxBytes: MAX_BYTES,
    }
    try {
      await pace.turn()
      const parsed = parseAnswer(call, await callSupplier(call), (json) => {
        const result = v.safeParse(answer, json)
        return result.success ? result.output : null
      })
      report.worked()
      return parsed
    } catch (error) {
      if (error instanceof SupplierError) report.failed(error.message)
      if (error instanceof SupplierError && error.status === 429) {
        await pace.pause(Math.max(PAUSE_MS, error.retryAfterMs ?? 0))
      }
      throw error
    }
  }
}

/** The API reports errors in one of three shapes. */
function wordsOf(body: unknown): string | undefined {
  const read = v.safeParse(errorSchema, body)
  if (!read.success) return undefined
  const error = 'error' in read.output ? read.output.error : read.output.errors[0]
  return typeof error === 'string' ? error : (error.message ?? error.type)
}
