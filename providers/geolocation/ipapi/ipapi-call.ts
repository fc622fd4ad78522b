import * as v from 'valibot'
import { callSupplier, parseAnswer } from '#providers/call-supplier.ts'
import { SupplierError, type SupplierFailure } from '#providers/supplier-error.ts'

/** `key`: null for the free use. `timeoutMs`: for the whole answer. */
export interface IpapiCall {
  key: string | null
  apiBase: string
  label: string
  timeoutMs: number
}

const refusalSchema = v.object({ error: v.literal(true), reason: v.optional(v.string(), '') })
const placeSchema = v.object({ country_code: v.nullish(v.string()) })

/** The meaning of a refusal's reason; the first match applies. */
const REASONS: readonly [pattern: RegExp, kind: SupplierFailure, words: string][] = [
  [/key|token|auth|account/i, 'unauthorized', 'the key is not valid'],
  [/rate|quota|limit/i, 'rate-limited', 'the requests of its plan are used up'],
  [/reserved|invalid ip/i, 'not-found', 'it has no country for the address'],
]

/** The country of a public address; null when ipapi.co has none for it. Throws SupplierError. https://ipapi.co/api/ */
export async function askIpapi(
  { key, apiBase, label, timeoutMs }: IpapiCall,
  address: string,
): Promise<string | null> {
  const call = {
    supplier: label,
    url: `${apiBase}/${address}/json/${key === null ? '' : `?key=${encodeURIComponent(key)}`}`,
    timeoutMs,
    headers: { accept: 'application/json' },
    secrets: [address, ...(key === null ? [] : [key])],
    wordsOf: (body: unknown) => (v.is(refusalSchema, body) ? meaningOf(body.reason)?.[2] : undefined),
  }
  const answer = await callSupplier(call)
  return parseAnswer(call, answer, (json) => {
    // A refusal may have the status 200, and additional fields.
    if (v.is(refusalSchema, json)) return { country: refused(label, json.reason ?? '') }
    return v.is(placeSchema, json) ? { country: codeOf(json.country_code) } : null
  }).country
}

/** Null for an address without a country, which is a valid answer; throws for any other refusal. */
function refused(supplier: string, reason: string): null {
  const [, kind = 'refused', words = 'it gave no reason'] = meaningOf(reason) ?? []
  if (kind === 'not-found') return null
  throw new SupplierError(`${supplier} refused: ${words}`, { supplier, kind })
}

function meaningOf(reason: string | undefined) {
  return REASONS.find(([pattern]) => pattern.test(reason ?? ''))
}

function codeOf(code: string | null | undefined): string | null {
  return code && /^[A-Z]{2}$/.test(code) ? code : null
}
