import { charging, type ChargeableCurrency } from '#domain/charged-currency.ts'
import { cents, type Cents } from '#domain/money.ts'

/** Where it is not 0.50. */
const LEAST: Partial<Record<ChargeableCurrency, number>> = {
  GBP: 30,
  SEK: 300,
  NOK: 300,
  DKK: 250,
  PLN: 200,
}

/** The smallest amount that a card is charged, in cents: docs/suppliers/ names the source. */
export function leastCharge(): Cents {
  return cents(LEAST[charging.currency] ?? 50)
}
