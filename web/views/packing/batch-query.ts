import type { BatchChoice } from '#operations/packing/read-batch.ts'
import { ORDERS_QUERY_NAMES, parseOrdersQuery } from '#web/views/orders/orders-query.ts'
import { parseOrderNumber } from '#domain/packing/parse-tracking.ts'

/** The query parameters of a batch: `order` several times, or `all=1` with the filters of the order list. */
export const BATCH_QUERY_NAMES = [...ORDERS_QUERY_NAMES, 'all'] as const

/** The parameter that may be given several times. */
export const BATCH_REPEATED = ['order'] as const

const MAX_SHOWN_LENGTH = 40

/** The orders that an address chooses. Other text is kept, to be listed as unknown. */
export function parseBatchQuery(query: URLSearchParams): BatchChoice {
  if (query.get('all') === '1') return { matching: parseOrdersQuery(query) }
  const numbers = query
    .getAll('order')
    .map((text) => parseOrderNumber(text) ?? text.replaceAll('\0', '').slice(0, MAX_SHOWN_LENGTH))
  return { numbers }
}

/** The query of these orders: `?order=R-7K3M-9QX2&order=...`. */
export function batchAddress(numbers: readonly string[]): string {
  return `?${new URLSearchParams(numbers.map((number) => ['order', number]))}`
}
