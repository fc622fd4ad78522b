import type { Tariff } from '#domain/checkout/tariff.ts'
import { findCountry } from '#domain/places/countries.ts'
import { hasFirstName } from '#domain/settings/shop-identity.ts'

type Place = Pick<Tariff, 'shopPlace'>

/**
 * The town where the shop starts; once an owner moved it, the region or country, which is what they set. Null: a shop
 * with another name that has not said where it is.
 */
export function townOfShop({ shopPlace }: Place, shopName: string): string | null {
  if (shopPlace === undefined) return hasFirstName(shopName) ? 'Saskatoon' : null
  return shopPlace.region || countryName(shopPlace.country)
}

/** The same with its region and country: `Oregon, United States`. */
export function whereShopIs({ shopPlace }: Place, shopName: string): string | null {
  if (shopPlace === undefined) return hasFirstName(shopName) ? 'Saskatoon, Saskatchewan, Canada' : null
  return [shopPlace.region, countryName(shopPlace.country)].filter(Boolean).join(', ')
}

function countryName(code: string): string {
  return findCountry(code)?.name ?? code
}
