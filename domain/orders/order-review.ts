import { normalizeSearch } from '#domain/catalog/search/search.ts'
import { RISK_LEVELS, type PaymentRisk, type RiskLevel } from './payment-risk.ts'
import { formatCents, type Cents } from '#domain/money.ts'
import type { Customer, Delivery } from './order.ts'

/** Which paid orders are looked at before they are packed. What is null or empty is no rule. */
export interface ReviewRules {
  isOn: boolean
  /** Orders that cost more. */
  over: Cents | null
  /** First orders of a customer that cost more. */
  firstOver: Cents | null
  /** Cards of another country than the delivery. */
  isOtherCountry: boolean
  /** From how many refused cards on, at an order and at others of its customer or address, in a day. */
  refusedCards: number | null
  /** Parts of addresses, each with the words that all have to be in one. */
  addresses: readonly string[]
  /** From which risk on, as the gateway finds it. */
  risk: RiskLevel | null
}

/** What the rules look at. `risk`: undefined where the gateway tells none, null where it could not be asked. */
export interface ReviewedOrder {
  total: Cents
  customer: Pick<Customer, 'address' | 'city' | 'region' | 'postal' | 'country'>
  delivery: Delivery
  isFirst: boolean
  refusedCards: number
  risk: PaymentRisk | null | undefined
}

/** The time within which refused cards count together. */
export const REFUSED_CARDS_MS = 24 * 3_600_000

/** Why an order is to be looked at, in plain sentences; empty: it is not. */
export function reviewReasons(rules: ReviewRules, order: ReviewedOrder): string[] {
  if (!rules.isOn) return []
  const { total, customer, risk } = order
  const listed = order.delivery === 'ship' ? rules.addresses.find((line) => isIn(line, customer)) : undefined
  const country = risk?.country ?? ''
  const isRisky =
    rules.risk !== null && risk?.level && RISK_LEVELS.indexOf(risk.level) >= RISK_LEVELS.indexOf(rules.risk)
  // The country of the card is part of the risk.
  const isAsked = rules.risk !== null || (rules.isOtherCountry && order.delivery === 'ship')
  return [
    rules.over !== null && total > rules.over ? `It costs more than ${formatCents(rules.over)}.` : '',
    rules.firstOver !== null && order.isFirst && total > rules.firstOver
      ? `It is the first order of this customer, and costs more than ${formatCents(rules.firstOver)}.`
      : '',
    rules.isOtherCountry && order.delivery === 'ship' && country !== '' && country !== customer.country
      ? `The card is of ${country}, the delivery goes to ${customer.country}.`
      : '',
    rules.refusedCards !== null && order.refusedCards >= rules.refusedCards
      ? `${order.refusedCards} ${order.refusedCards === 1 ? 'card was' : 'cards were'} refused within a day.`
      : '',
    listed === undefined ? '' : `The address is on your list: ${listed}.`,
    isRisky ? `The payment service finds the risk ${risk.level}.` : '',
    isAsked && risk === null ? 'The payment service could not be asked for the risk.' : '',
  ].filter(Boolean)
}

function isIn(line: string, { address, city, region, postal, country }: ReviewedOrder['customer']): boolean {
  const words = wordsOf([address, city, region, country].join(' '))
  const code = wordsOf(postal).join('')
  const isOfCode = (word: string) => code !== '' && code.startsWith(word)
  const parts = line.split(',').map(wordsOf)
  return parts.every(
    (part) => part.length > 0 && (part.every((word) => words.includes(word)) || isOfCode(part.join(''))),
  )
}

function wordsOf(text: string): string[] {
  return normalizeSearch(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
