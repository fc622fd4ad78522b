import type { Place } from '#domain/places/place.ts'
import * as v from 'valibot'
import { CANADA_TAXES } from '#domain/checkout/taxes/canada.ts'
import { findTableFaults } from '#domain/checkout/taxes/table-faults.ts'
import { ratesOn, type TaxRow } from '#domain/checkout/taxes/tax-table.ts'
import { TARIFF, type Tariff, type TaxRate } from '#domain/checkout/tariff.ts'
import { TAX_KINDS } from '#domain/orders/order-total.ts'
import { findCountry } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { startOfDay, type ShopDay } from '#domain/shop-day.ts'
import type { Setting } from './setting.ts'

/** How the shop charges taxes. */
export interface TaxSetting {
  /** One rate for every order, or the table. */
  mode: 'flat' | 'by-destination'
  /** Of the one rate, in thousandths of a percent. */
  flatMilliPercent: number
  /** Prices contain their taxes: a total does not increase by them. */
  pricesIncludeTax: boolean
  /**
   * Where the shop is: carts are estimated for it, items are handed over there, and parcels to other countries are
   * declared to customs. `region` may be blank.
   */
  home: Place
  /** The registrations that the shop has (`registrationOf`). */
  registrations: readonly string[]
  table: readonly TaxRow[]
}

const MAX_ROWS = 300

const rate = v.pipe(
  v.number('Enter a rate in percent, such as 9.975.'),
  v.safeInteger('Use at most three decimals.'),
  v.minValue(0, 'A rate cannot be below 0.'),
  v.maxValue(100_000, 'A rate cannot be above 100%.'),
)
const text = (most: number, tooLong: string) => v.pipe(v.string(), v.trim(), v.maxLength(most, tooLong))

const rowSchema = v.object({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  region: text(100, 'Keep the region to 100 characters.'),
  kind: v.picklist(TAX_KINDS, 'Choose a kind of tax.'),
  label: v.pipe(text(40, 'Keep the name to 40 characters.'), v.minLength(1, 'Enter a name for the tax.')),
  milliPercent: rate,
  from: v.pipe(
    v.string(),
    v.check((day) => startOfDay(day, 'UTC') !== null, 'Enter the first day, such as 2025-04-01.'),
  ),
  onShipping: v.boolean(),
  source: text(500, 'Keep the source to 500 characters.'),
})

const schema = v.object({
  mode: v.picklist(['flat', 'by-destination'], 'Choose how taxes are charged.'),
  flatMilliPercent: rate,
  pricesIncludeTax: v.boolean(),
  home: v.pipe(
    v.object({ country: v.string(), region: v.string() }),
    v.forward(
      v.check(({ country }) => findCountry(country) !== null, 'Choose a country.'),
      ['country'],
    ),
    v.forward(
      v.check(
        ({ country, region }) => regionsOf(country)?.names.includes(region) ?? true,
        'Choose the region where the shop is.',
      ),
      ['region'],
    ),
  ),
  registrations: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(MAX_ROWS)),
  table: v.pipe(
    v.array(rowSchema),
    v.maxLength(MAX_ROWS, `Use at most ${MAX_ROWS} rows.`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { row, field, message } of findTableFaults(dataset.value)) {
        addIssue({
          message,
          path: [
            { type: 'array', origin: 'value', input: dataset.value, key: row, value: dataset.value[row] },
            {
              type: 'object',
              origin: 'value',
              input: { ...dataset.value[row] },
              key: field,
              value: dataset.value[row]?.[field],
            },
          ],
        })
      }
    }),
  ),
})

/** The taxes of the shop: until an owner changes them, 2 % everywhere (spec 9). Canada's table is ready to use. */
export const TAX: Setting<TaxSetting> = {
  name: 'tax',
  label: 'Taxes',
  lead: 'Where the shop is, and what it charges by an order’s destination and date. It starts at 2% on everything, which is not a Canadian rate.',
  schema,
  fallback: {
    mode: 'flat',
    flatMilliPercent: TARIFF.taxes[0].milliPercent,
    pricesIncludeTax: false,
    home: { country: 'CA', region: 'Saskatchewan' },
    registrations: [],
    table: CANADA_TAXES,
  },
  fields: {
    mode: 'How taxes are charged',
    flatMilliPercent: 'One rate',
    pricesIncludeTax: 'Prices with or without tax',
    home: 'Where the shop is',
    registrations: 'Registrations',
    table: 'Table of rates',
  },
}

/** The part of a tariff that this setting decides, on a day. */
export function taxTariff(setting: TaxSetting, day: ShopDay): Omit<Tariff, 'shipping'> {
  const { mode, flatMilliPercent, pricesIncludeTax, home, registrations, table } = setting
  const { home: first } = TAX.fallback
  const isMoved = home.country !== first.country || home.region !== first.region
  const common = { ...(isMoved && { shopPlace: home }), ...(pricesIncludeTax && { pricesIncludeTax }) }
  if (mode === 'flat') {
    const flat: TaxRate = { label: '', milliPercent: flatMilliPercent, within: null }
    return {
      taxes: [pricesIncludeTax ? { ...flat, kind: 'other' } : flat],
      ...common,
    }
  }
  return {
    taxes: ratesOn(table, registrations, day),
    home: { ...home, name: home.region || (findCountry(home.country)?.name ?? home.country) },
    ...common,
  }
}

/** Whether the shop still charges the rate that it started with, which is not the rate of any Canadian tax. */
export function isDefaultTaxRate({ mode, flatMilliPercent }: TaxSetting): boolean {
  return mode === 'flat' && flatMilliPercent === TAX.fallback.flatMilliPercent
}
