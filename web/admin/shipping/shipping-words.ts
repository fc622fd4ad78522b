import {
  EVERYWHERE,
  type ShippingMethod,
  type ShippingPlace,
  type ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents, formatCents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import * as words from '#words/en/shipping.ts'

/** A shipping setting as it is read, field by field: what another owner saved, or an older version. */
export function shippingWords(tariff: ShippingTariff): Record<keyof ShippingTariff, string[]> {
  const { zones, defaultWeight, pickupPlace, duties } = tariff
  return {
    zones: zones.map(
      ({ name, places, methods }) =>
        `${name} (${places.map(placeWords).join(', ')}): ${methods.map(methodWords).join('; ')}`,
    ),
    defaultWeight: [`${defaultWeight / 1_000} kg`],
    pickupPlace: pickupPlace === '' ? [] : [pickupPlace],
    duties: duties.map(({ country, terms, rates, otherMilliPercent }) => {
      const to = findCountry(country)?.name ?? country
      if (terms === 'dap') return `${to}: the receiver pays`
      const own = rates.map(
        ({ hsCode, origin, milliPercent }) =>
          `${[hsCode && `HS ${hsCode}`, origin && `from ${findCountry(origin)?.name ?? origin}`].filter(Boolean).join(' ')} ${milliPercent / 1_000}%`,
      )
      return `${to}: charged at checkout, ${[...own, `anything else ${otherMilliPercent / 1_000}%`].join(', ')}`
    }),
  }
}

function placeWords({ country, region, postal }: ShippingPlace): string {
  if (country === EVERYWHERE) return 'every other country'
  const place = [region, findCountry(country)?.name ?? country].filter(Boolean).join(', ')
  return postal.length > 0 ? `${place} ${postal.join(' ')}` : place
}

function methodWords({ name, kind, by, steps, freeFrom, leastDays, mostDays }: ShippingMethod): string {
  const limit = (upTo: number) => (by === 'weight' ? `${upTo / 1_000} kg` : formatCents(cents(upTo)))
  const prices = steps.map(({ upTo, price }) =>
    upTo === null ? formatCents(price) : `${formatCents(price)} up to ${limit(upTo)}`,
  )
  const free = freeFrom === null ? [] : [`free from ${formatCents(freeFrom)}`]
  const parts = [kind === 'pickup' ? 'pickup' : prices.join(', '), ...free, words.days(leastDays, mostDays)]
  return `${name}, ${parts.join(', ')}`
}
