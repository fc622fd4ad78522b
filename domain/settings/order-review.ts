import * as v from 'valibot'
import { RISK_LEVELS } from '#domain/orders/payment-risk.ts'
import { centsFromDollars, type Cents } from '#domain/money.ts'
import type { ReviewRules } from '#domain/orders/order-review.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Setting } from './setting.ts'
import { settingLines } from './setting-text.ts'

const RISK_CHOICES = {
  off: 'Whatever the risk',
  elevated: 'From elevated on',
  highest: 'Only the highest',
} as const satisfies Record<string, string>

const AMOUNT = 'Enter an amount, such as 500 or 499.95, or leave it empty.'
const amount = v.pipe(v.string(AMOUNT), v.trim(), v.regex(/^(\d{1,7}(\.\d{1,2})?)?$/, AMOUNT))

/** Which paid orders wait until staff have looked at them, as owners type it: `reviewRules` reads it. */
export interface OrderReviewSetting {
  isOn: boolean
  over: string
  firstOver: string
  isOtherCountry: boolean
  refusedCards: string
  addresses: string
  risk: keyof typeof RISK_CHOICES
}

const CARDS = 'Enter a number from 1 to 20, or leave it empty.'

/** Off until an owner turns it on: every paid order can be packed. */
export const ORDER_REVIEW: Setting<OrderReviewSetting> = {
  name: 'order-review',
  label: 'Order review',
  lead: 'A paid order that one of these rules matches is on hold: it says why, nobody packs it, and its gift cards are not sent, until somebody who may cancel orders releases it or cancels it. They are listed under Orders, To review. Customers are told nothing.',
  schema: v.object({
    isOn: v.boolean(),
    over: amount,
    firstOver: amount,
    isOtherCountry: v.boolean(),
    refusedCards: v.pipe(v.string(CARDS), v.trim(), v.regex(/^([1-9]|1\d|20)?$/, CARDS)),
    addresses: settingLines(4_000),
    risk: v.picklist(keysOf(RISK_CHOICES)),
  }),
  fallback: {
    isOn: false,
    over: '',
    firstOver: '',
    isOtherCountry: false,
    refusedCards: '',
    addresses: '',
    risk: 'off',
  },
  fields: {
    isOn: { label: 'Orders wait until somebody has looked at them', kind: 'yes' },
    over: {
      label: 'Orders that cost more than',
      kind: 'line',
      hint: 'Such as 500. Empty: whatever they cost.',
    },
    firstOver: {
      label: 'First orders of a customer that cost more than',
      kind: 'line',
      hint: 'Such as 250. Customers are known by their email address.',
    },
    isOtherCountry: { label: 'Cards of another country than the delivery', kind: 'yes' },
    refusedCards: {
      label: 'Orders with this many refused cards',
      kind: 'line',
      hint: 'At the order, and at others of the same customer or address, within a day. Such as 3.',
    },
    risk: { label: 'Payments that the payment service finds risky', kind: 'choice', choices: RISK_CHOICES },
    addresses: {
      label: 'Addresses',
      kind: 'lines',
      rows: 4,
      hint: 'One on each line, with commas between its parts: 12 Forwarder Way, 10001. An address matches that has all of them; a postal code may be the beginning of one.',
    },
  },
}

const cents = (typed: string): Cents | null => (typed === '' ? null : centsFromDollars(Number(typed)))

/** The rules, as they apply. */
export function reviewRules(setting: OrderReviewSetting): ReviewRules {
  return {
    isOn: setting.isOn,
    over: cents(setting.over),
    firstOver: cents(setting.firstOver),
    isOtherCountry: setting.isOtherCountry,
    refusedCards: setting.refusedCards === '' ? null : Number(setting.refusedCards),
    addresses: setting.addresses
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    risk: RISK_LEVELS.find((level) => level === setting.risk) ?? null,
  }
}
