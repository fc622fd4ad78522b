import type { FitWords } from '#domain/fit/fit.ts'

/** What a customer wrote, as staff see it. */
export type FitWordsView = Omit<FitWords, 'id' | 'productId' | 'productName' | 'writtenAt'> & {
  id: string
  product: { id: string; name: string }
  at: string
}
