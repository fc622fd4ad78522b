import type { Tariff } from '#domain/checkout/tariff.ts'
import { findCountry } from '#domain/places/countries.ts'

/** The town where the shop starts; once an owner moved it, the region or country, which is what they set. */
export function townOfShop({ shopPlace }: Pick<Tariff, 'shopPlace'>): string {
  return shopPlace === undefined ? 'Saskatoon' : shopPlace.region || countryName(shopPlace.country)
}

/** The same with its region and country: `Oregon, United States`. */
export function whereShopIs({ shopPlace }: Pick<Tariff, 'shopPlace'>): string {
  if (shopPlace === undefined) return 'Saskatoon, Saskatchewan, Canada'
  return [shopPlace.region, countryName(shopPlace.country)].filter(Boolean).join(', ')
}

function countryName(code: string): string {
  return findCountry(code)?.name ?? code
}
