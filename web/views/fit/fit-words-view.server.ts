import type { FitWords } from '#domain/fit/fit.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { FitWordsView } from './fit-words-view.ts'

/** What a customer wrote, as staff see it. */
export function fitWordsView(
  shop: Shop,
  { id, productId, productName, writtenAt, ...words }: FitWords,
): FitWordsView {
  return { id, ...words, product: { id: productId, name: productName }, at: staffTime(shop)(writtenAt) }
}
