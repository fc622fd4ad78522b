import { cents, type Cents } from '#domain/money.ts'
import type { CountryDuty, DutyRate, ShippingTariff } from './shipping-tariff.ts'

/** What customs ask of an item. Empty: unknown. */
export interface CustomsItem {
  hsCode: string
  origin: string
}

/** Who pays the duty in a country; null: the shop says nothing about it. */
export function dutyIn({ duties }: Pick<ShippingTariff, 'duties'>, country: string): CountryDuty | null {
  return duties.find((duty) => duty.country === country) ?? null
}

/**
 * The rate of an item in thousandths of a percent. The longest HS code wins; of equally long ones, a row that names the
 * origin.
 */
export function dutyRate(
  { rates, otherMilliPercent }: Pick<CountryDuty, 'rates' | 'otherMilliPercent'>,
  item: CustomsItem,
): number {
  const fitting = rates.filter((rate) => fits(rate, item))
  const [best] = fitting.toSorted((one, other) => specificity(other) - specificity(one))
  return best?.milliPercent ?? otherMilliPercent
}

/** The duty on items of this customs value, rounded half up to whole cents. */
export function dutyOn(duty: CountryDuty, item: CustomsItem, value: Cents): Cents {
  return cents(Math.round((value * dutyRate(duty, item)) / 100_000))
}

/** An HS code without its dots and spaces: `6109.10` is `610910`. */
export function normalizeHsCode(code: string): string {
  return code.replaceAll(/[\s.]/g, '')
}

function fits({ hsCode, origin }: DutyRate, item: CustomsItem): boolean {
  return (
    (origin === '' || origin === item.origin) &&
    normalizeHsCode(item.hsCode).startsWith(normalizeHsCode(hsCode))
  )
}

function specificity({ hsCode, origin }: DutyRate): number {
  return normalizeHsCode(hsCode).length * 2 + (origin === '' ? 0 : 1)
}
