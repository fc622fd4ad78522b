import type { Generated } from 'kysely'
import type { Size } from '#domain/catalog/size.ts'
import type { Fit, WordsState } from '#domain/fit/fit.ts'
import type { FitAnswerId, OrderId, ProductId } from '#domain/ids.ts'
import type { PersonalText } from './personal-text.ts'

export interface FitTables {
  fit_asks: FitAsksTable
  fit_answers: FitAnswersTable
  fit_refusals: FitRefusalsTable
}

/** The orders whose time to be asked has come, each once. */
interface FitAsksTable {
  order_id: OrderId
  asked_at: number
  /** Until when the links of the email work; null: there was nothing to ask, or nobody who wants to be asked. */
  ends_at: number | null
}

/** How a piece of an order fits: one answer for a product and size. Without its customer it stays as a count. */
interface FitAnswersTable {
  id: FitAnswerId
  order_id: OrderId
  product_id: ProductId
  size: Size
  fit: Fit
  /** When it was given, or last changed. */
  answered_at: number
  /** What the customer wrote, and the first name that it is shown with; empty: nothing, or without a name. */
  words: Generated<PersonalText>
  name: Generated<PersonalText>
  /** `none`: there are no words. */
  state: Generated<WordsState | 'none'>
  written_at: Generated<number | null>
  /** Raised with each change of the words. */
  version: Generated<number>
}

/** Who wants no emails that ask. */
interface FitRefusalsTable {
  /** A keyed digest of the email address. */
  key: string
  at: number
}
