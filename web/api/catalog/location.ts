import { readShopLocation } from '#operations/settings/read-shop-location.ts'
import * as v from 'valibot'
import { findCountry } from '#domain/places/countries.ts'
import { CURRENCIES } from '#domain/currency.ts'
import { currencyOfCountry } from '#domain/places/country-currency.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

/** GET /api/location: where the visitor seems to be, in the names of spec 7; else where the shop is. */
export async function findLocation(_request: Request, { shop, address }: ApiContext): Promise<Response> {
  const code = shop.geolocation.country(address)
  const isGuess = shop.geolocation.isAsking?.(address) === true
  const home = (await readShopLocation(shop)).country
  const country = findCountry(code ?? home) ?? { code: home, name: home }
  return Response.json(
    { country_name: country.name, country_code: country.code, currency: currencyOfCountry(code) },
    { headers: { 'cache-control': isGuess ? 'no-store' : 'private, max-age=86400' } },
  )
}

findLocation.docs = {
  summary: 'The visitor’s probable country',
  answers: {
    200: {
      means:
        'The country of the requesting address, and its currency. The shop’s country when it is unknown.',
      schema: v.object({
        country_name: v.string(),
        country_code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
        currency: v.picklist(CURRENCIES.map(({ code }) => code)),
      }),
    },
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /api/location', findLocation, reading)]
