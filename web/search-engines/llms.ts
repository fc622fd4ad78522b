import { currencyName } from '#domain/currency.ts'
import { charging } from '#domain/charged-currency.ts'
import { decimalDollars } from '#domain/money.ts'
import { flatPrice } from '#domain/checkout/page-tariff.ts'
import { shopDays } from '#domain/checkout/shipping/shop-days.ts'
import { servedCountries } from '#domain/checkout/shipping/find-zone.ts'
import * as totalWords from '#words/en/totals.ts'
import * as shippingPhrases from '#words/en/shipping.ts'
import type { Tariff, TaxRate } from '#domain/checkout/tariff.ts'
import { hasFirstName } from '#domain/settings/shop-identity.ts'
import { pagePath, type ShopPage } from '#domain/settings/page.ts'
import { findCountry } from '#domain/places/countries.ts'
import { sizesOfCategories, type ShopCategory } from '#domain/catalog/category.ts'
import type { ShopContact } from '#operations/settings/shop-contact.ts'
import type { ShopSettings } from '#operations/shop.ts'
import { townOfShop, whereShopIs } from './shop-town.ts'

interface ShopFacts {
  name: string
  contact: ShopContact
  tariff: Tariff
  categories: readonly ShopCategory[]
  salesAreFinal: boolean
  /** The pages of the shop's own that shoppers see. */
  pages: readonly ShopPage[]
}

/** A one-page description of the shop for language models (llmstxt.org). */
export function llmsText(
  { publicUrl }: Pick<ShopSettings, 'publicUrl'>,
  { name, contact, tariff, categories, salesAreFinal, pages }: ShopFacts,
): string {
  const shown = categories.filter(({ hidden }) => !hidden)
  const charged = charging.currency
  const kinds = shown.map(({ label }) => label.toLowerCase()).join(', ')
  const place = whereShopIs(tariff, name)
  const from = place === null ? name : `Streetwear from ${place}`
  const about = hasFirstName(name) ? `${from}, founded in 2023` : from
  return `# ${name}

> ${about}: ${kinds}. Sizes ${sizesOfCategories(shown).join(', ')}; each product says which of them it comes in.

Prices are set and charged in ${currencyName(charged)} (${charged}). Other currencies on the pages are estimates. Buying needs no account.

## Where things are

- [All products](${publicUrl}/shop): newest first
- [Search](${publicUrl}/shop?q=hoodie): put your own words after \`q=\`
- [Product feed](${publicUrl}/feed.xml): every product and size with its price and whether it is in stock
- [Sitemap](${publicUrl}/sitemap.xml): every page
${pages.map((page) => `- [${page.heading || page.name}](${publicUrl}${pagePath(page)})\n`).join('')}- [Contact](${publicUrl}/contact): ${[contact.email, contact.phone].filter(Boolean).join(', ')}

## Policies in short

- ${[...tariff.taxes.map((tax) => taxWords(tax, tariff)), shippingWords(tariff)].join(' ')}
- [Delivery](${publicUrl}/delivery-returns) ${deliveryWords(tariff, name)}
- ${returnWords(publicUrl, salesAreFinal)}
- [Privacy](${publicUrl}/privacy-policy): nothing is sold, and nothing is shared for marketing.
`
}

/** Owners who allow returns say how on the page. */
function returnWords(publicUrl: string, areFinal: boolean): string {
  const page = `${publicUrl}/delivery-returns`
  return areFinal
    ? `[All sales are final](${page}): no returns or exchanges. Damaged or incorrect items must be reported within 3 days of delivery, with the contact form or by email.`
    : `[Returns](${page}): as this page says.`
}

/** How much a tax is, and where it is due. */
export function taxWords(
  { label: name, milliPercent, within, onShipping = false }: TaxRate,
  { pricesIncludeTax = false }: Pick<Tariff, 'pricesIncludeTax'> = {},
): string {
  const label = name || totalWords.tax
  const place =
    within === null
      ? ''
      : ` in ${[within.region, findCountry(within.country)?.name].filter(Boolean).join(', ')}`
  const of = onShipping ? 'the subtotal and the shipping' : 'the subtotal'
  const percent = `${milliPercent / 1_000}%`
  return pricesIncludeTax
    ? `${label} of ${percent} is included in the prices${place}.`
    : `${label} is ${percent} of ${of}${place}.`
}

/** Where orders are delivered, and in how many days. */
function deliveryWords(tariff: Tariff, name: string): string {
  const { zones } = tariff
  const town = townOfShop(tariff, name)
  const everywhere = town === null ? 'is international' : `is local in ${town} and international`
  const days = zones ? shopDays(zones) : null
  if (days === null || !zones) {
    return `${everywhere}, estimated at 7 to 14 business days from order confirmation. Customs or couriers may cause delays.`
  }
  const countries = servedCountries(zones)?.map((code) => findCountry(code)?.name ?? code)
  const where = countries ? `goes to ${countries.join(', ')}` : everywhere
  const estimate = shippingPhrases.days(days.least, days.most)
  return days.isPickup
    ? `is by pickup${town === null ? '' : ` in ${town}`}, ready in ${estimate} from order confirmation.`
    : `${where}, estimated at ${estimate} from order confirmation. Customs or couriers may cause delays.`
}

function shippingWords({ zones, shipping }: Tariff): string {
  const flat = zones ? flatPrice(zones) : shipping
  return flat === null
    ? 'Shipping depends on the destination and the order; the checkout says how much.'
    : `Shipping is ${decimalDollars(flat)} ${charging.currency} for each order.`
}
