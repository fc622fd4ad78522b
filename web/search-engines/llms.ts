import { decimalDollars } from '#domain/money.ts'
import { TARIFF, type TaxRate } from '#domain/checkout/tariff.ts'
import { findCountry } from '#domain/places/countries.ts'
import { CATEGORIES } from '#domain/catalogue/category.ts'
import { SIZES } from '#domain/catalogue/size.ts'
import type { ShopSettings } from '#operations/shop.ts'

/** A one-page description of the shop for language models (llmstxt.org). */
export function llmsText({ publicUrl, contact }: ShopSettings): string {
  const categories = CATEGORIES.map(({ label }) => label.toLowerCase()).join(', ')
  return `# Redemption

> Streetwear from Saskatoon, Saskatchewan, Canada, founded in 2023: ${categories}. Sizes ${SIZES.join(', ')}; each product says which of them it comes in.

Prices are set and charged in Canadian dollars (CAD). Other currencies on the pages are estimates. Buying needs no account.

## Where things are

- [All products](${publicUrl}/shop): newest first
- [Search](${publicUrl}/shop?q=hoodie): put your own words after \`q=\`
- [Product feed](${publicUrl}/feed.xml): every product and size with its price and whether it is in stock
- [Sitemap](${publicUrl}/sitemap.xml): every page
- [Our story](${publicUrl}/about)
- [Contact](${publicUrl}/contact): ${contact.email}, ${contact.phone}

## Policies in short

- ${TARIFF.taxes.map(taxWords).join(' ')} Shipping is ${decimalDollars(TARIFF.shipping)} CAD for each order.
- [Delivery](${publicUrl}/delivery-returns) is local in Saskatoon and international, estimated at 7 to 14 business days from order confirmation. Customs or couriers can cause delays.
- [All sales are final](${publicUrl}/delivery-returns): no returns or exchanges. Damaged or incorrect items must be reported within 3 days of delivery, with the contact form or by email.
- [Privacy](${publicUrl}/privacy-policy): nothing is sold, and nothing is shared for marketing.
`
}

/** How much a tax is, and where it is due. */
export function taxWords({ label, milliPercent, within }: TaxRate): string {
  const place =
    within === null
      ? ''
      : ` in ${[within.region, findCountry(within.country)?.name].filter(Boolean).join(', ')}`
  return `${label} is ${milliPercent / 1_000} % of the subtotal${place}.`
}
