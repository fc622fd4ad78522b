import * as v from 'valibot'
import { cents, centsFromDollars, type Cents } from '#domain/money.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import type { Setting } from './setting.ts'
import { settingLine, settingLines } from './setting-text.ts'
import { countryCodes } from './withdrawal.ts'

const MAX_METHOD_NAME = 60

/** The rules for returns as owners type them: `returnRules` reads them. */
export interface ReturnsSetting {
  isOn: boolean
  days: string
  transitDays: string
  staffDays: string
  countries: string
  products: string[]
  finalPromotions: string
  methods: string
  faultyPhotos: boolean
  creditBonus: string
  exchanges: boolean
  holdDays: string
  instructions: string
}

/** The rules for returns. `fee`: what is kept of the refund. `creditBonus`: in percent. */
export interface ReturnRules {
  isOn: boolean
  days: number
  transitDays: number
  staffDays: number
  /** By two-letter code; empty: every country. */
  countries: readonly string[]
  finalProducts: readonly string[]
  finalPromotions: readonly string[]
  methods: readonly { name: string; fee: Cents }[]
  /** Whether faulty and wrong items are free of the fee only with a photo. */
  faultyPhotos: boolean
  creditBonus: number
  /** Whether customers can ask for another piece instead, which is held for this many days. */
  exchanges: boolean
  holdDays: number
  instructions: string
}

const days = (words: string) => v.pipe(v.string(words), v.trim(), v.regex(/^\d{1,3}$/, words))

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `Post office: 6.95`: a method and its fee; null: it is none. */
function methodOf(line: string): ReturnRules['methods'][number] | null {
  const [, name = '', amount = ''] = /^(.+?)\s*:\s*(\d{1,4}(?:\.\d{1,2})?)$/.exec(line) ?? []
  return name === '' || name.length > MAX_METHOD_NAME
    ? null
    : { name, fee: centsFromDollars(Number(amount))! }
}

/** What owners decide about returns. Off until they turn it on: the shop says at first that all sales are final. */
export const RETURNS: Setting<ReturnsSetting> = {
  name: 'returns',
  label: 'Returns',
  lead: 'Customers ask for a return on the page of their order. What these rules allow is accepted at once, the rest waits for you. Say the same in your policy about delivery and returns. A withdrawal from a contract becomes a return whatever you set here.',
  seenAt: '/account',
  schema: v.object({
    isOn: v.boolean(),
    days: days('Enter a number of days, such as 30.'),
    transitDays: days('Enter a number of days, such as 7.'),
    staffDays: days('Enter a number of days, such as 3.'),
    countries: v.pipe(
      settingLine(1_000),
      v.transform((text) => countryCodes(text).join(', ')),
      v.check(
        (text) => countryCodes(text).every((code) => COUNTRIES.some((one) => one.code === code)),
        'Enter codes of countries, such as CA, US.',
      ),
    ),
    products: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Choose products from the shop.'))),
      v.maxLength(500, 'Choose up to 500 products.'),
    ),
    finalPromotions: settingLines(2_000),
    methods: v.pipe(
      settingLines(1_000),
      v.check(
        (text) => linesOf(text).every((line) => methodOf(line) !== null),
        'Enter a name of up to 60 characters and an amount on each line, such as Post office: 6.95.',
      ),
    ),
    creditBonus: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(\d|[1-9]\d|100)$/, 'Enter a whole number from 0 to 100.'),
    ),
    // Values from before there were photos and exchanges have none of these.
    faultyPhotos: v.optional(v.boolean(), false),
    exchanges: v.optional(v.boolean(), false),
    holdDays: v.optional(days('Enter a number of days, such as 14.'), '14'),
    instructions: settingLines(2_000),
  }),
  fallback: {
    isOn: false,
    days: '30',
    transitDays: '7',
    staffDays: '3',
    countries: '',
    products: [],
    finalPromotions: '',
    methods: '',
    faultyPhotos: false,
    creditBonus: '0',
    exchanges: false,
    holdDays: '14',
    instructions: '',
  },
  fields: {
    isOn: { label: 'Customers can ask for returns', kind: 'yes' },
    days: { label: 'Days to ask for a return', kind: 'line', hint: 'From when the last parcel arrived.' },
    transitDays: {
      label: 'Days that a parcel is on its way',
      kind: 'line',
      hint: 'Carriers do not tell the shop when a parcel arrives: this is added to the day on which it was sent.',
    },
    staffDays: { label: 'Days in which you decide what the rules leave to you', kind: 'line' },
    countries: {
      label: 'Countries from which you accept returns',
      kind: 'line',
      hint: 'Two-letter codes with commas, such as CA, US. Empty: all.',
    },
    products: { label: 'Final sale', kind: 'products', hint: 'Returns of these wait for you.' },
    finalPromotions: {
      label: 'Final sale with these promotions',
      kind: 'lines',
      rows: 3,
      hint: 'The name of a promotion on each line, as customers read it.',
    },
    methods: {
      label: 'How customers send it, and what is kept of the refund for that',
      kind: 'lines',
      rows: 3,
      hint: 'One on each line, such as Label from us: 6.95, or Own label: 0. Nothing is kept for faulty and wrong items, nor after a withdrawal.',
    },
    faultyPhotos: { label: 'Faulty and wrong items are free only with a photo', kind: 'yes' },
    creditBonus: { label: 'Bonus for store credit, in percent', kind: 'line' },
    exchanges: {
      label: 'Customers can ask for another size or piece instead',
      kind: 'yes',
    },
    holdDays: {
      label: 'Days for which you hold it',
      kind: 'line',
      hint: 'From the day on which they ask; it is not for sale meanwhile. It is sent when theirs has come back, without a fee. Another size costs no more and no less.',
    },
    instructions: {
      label: 'Where to send it, and how',
      kind: 'lines',
      rows: 5,
      hint: 'With your address for returns. It is in the email, on the page and on the slip of a return.',
    },
  },
}

/** The rules, as they apply. */
export function returnRules(setting: ReturnsSetting): ReturnRules {
  return {
    isOn: setting.isOn,
    days: Number(setting.days),
    transitDays: Number(setting.transitDays),
    staffDays: Number(setting.staffDays),
    countries: countryCodes(setting.countries),
    finalProducts: setting.products,
    finalPromotions: linesOf(setting.finalPromotions),
    methods: linesOf(setting.methods).flatMap((line) => methodOf(line) ?? []),
    faultyPhotos: setting.faultyPhotos,
    creditBonus: Number(setting.creditBonus),
    exchanges: setting.exchanges,
    holdDays: Number(setting.holdDays),
    instructions: setting.instructions,
  }
}

/** The fee of a method; null: there is no such method. Without any, everything is sent for nothing. */
export function returnFee({ methods }: Pick<ReturnRules, 'methods'>, name: string): Cents | null {
  if (methods.length === 0) return name === '' ? cents(0) : null
  return methods.find((method) => method.name === name)?.fee ?? null
}
