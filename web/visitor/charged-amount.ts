import { amountIn } from '#domain/currency.ts'
import { LANGUAGE } from '#words/en/language.ts'

/** Cents of the charged currency in the language of the page, for what only the browser renders. */
export function chargedAmount(amount: number): string {
  return amountIn(LANGUAGE, amount)
}
