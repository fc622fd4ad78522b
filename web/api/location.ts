import { findCountry } from '#domain/countries.ts'
import { currencyOfCountry } from '#domain/country-currency.ts'
import type { ApiContext } from './api-context.ts'

const DEFAULT_COUNTRY = 'CA'

/** GET /api/location: where the visitor seems to be, in the names of spec 7. Canada when nobody can tell. */
export async function findLocation(_request: Request, { shop, address }: ApiContext): Promise<Response> {
  const code = shop.geolocation.country(address) ?? DEFAULT_COUNTRY
  const country = findCountry(code) ?? { code: DEFAULT_COUNTRY, name: 'Canada' }
  return Response.json(
    { country_name: country.name, country_code: country.code, currency: currencyOfCountry(country.code) },
    { headers: { 'cache-control': 'private, max-age=86400' } },
  )
}
