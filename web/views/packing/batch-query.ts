import { toBatchId } from '#domain/ids.ts'
import type { BatchChoice } from '#operations/packing/read-batch.ts'
import { parseOrderNumber } from '#domain/packing/parse-tracking.ts'

/** The query parameters that choose orders to pack: a batch, or `order` several times. */
export const BATCH_QUERY_NAMES = ['order', 'batch'] as const

/** The parameter that may be given several times. */
export const BATCH_REPEATED = ['order'] as const

const MAX_SHOWN_LENGTH = 40

/** The orders that an address chooses. Other text is kept, to be listed as unknown. */
export function parseBatchQuery(query: URLSearchParams): BatchChoice {
  const batch = query.get('batch')
  if (batch !== null) return { batch: toBatchId(batch.replaceAll('\0', '')) }
  const numbers = query
    .getAll('order')
    .map((text) => parseOrderNumber(text) ?? text.replaceAll('\0', '').slice(0, MAX_SHOWN_LENGTH))
  return { numbers }
}

/** The query of these orders: `?order=R-7K3M-9QX2&order=...`. */
export function batchAddress(numbers: readonly string[]): string {
  return `?${new URLSearchParams(numbers.map((number) => ['order', number]))}`
}
