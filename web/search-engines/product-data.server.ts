import { decimalDollars } from '#domain/money.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Product } from '#domain/catalogue/product.ts'
import type { Shop } from '#operations/shop.ts'
import * as words from '#words/search-engines.ts'
import { listedPicture } from './listed-picture.server.ts'
import { productVariants } from './product-variants.ts'
import { absoluteUrl, productPath } from './shop-address.ts'
import { breadcrumbs, type StructuredData } from './structured-data.server.ts'

/**
 * Structured data of a product page: the product, one offer for each size in CAD in every display currency, and the
 * breadcrumbs.
 */
export function productData({ images, settings: { publicUrl } }: Shop, product: Product): StructuredData[] {
  const path = productPath(product.id)
  const url = absoluteUrl(publicUrl, path)
  const pictures = product.pictures.map((picture) =>
    absoluteUrl(publicUrl, listedPicture(images, picture).url),
  )
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': `${url}#product`,
      name: product.name,
      description: product.description || product.name,
      sku: product.id,
      category: product.category,
      brand: { '@type': 'Brand', name: words.brand },
      url,
      ...(pictures.length > 0 && { image: pictures }),
      ...(product.sizes.length > 0 && { size: product.sizes.map(({ size }) => size) }),
      offers: productVariants(product).map(({ sku, size, inStock }) => ({
        '@type': 'Offer',
        sku,
        ...(size !== null && { name: words.offer(product.name, size) }),
        price: decimalDollars(product.price),
        priceCurrency: 'CAD',
        availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
        url,
        seller: { '@type': 'Organization', name: words.brand },
        shippingDetails: SHIPPING,
        hasMerchantReturnPolicy: RETURNS,
      })),
    },
    breadcrumbs(publicUrl, [
      { name: words.shopAll, path: '/shop' },
      { name: product.name, path },
    ]),
  ]
}

/** As stated on the delivery page (spec 2). Handling is part of the 7 to 14 business days. */
const SHIPPING = {
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: decimalDollars(TARIFF.shipping), currency: 'CAD' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'CA' },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    transitTime: { '@type': 'QuantitativeValue', minValue: 7, maxValue: 14, unitCode: 'DAY' },
  },
}

/** All sales are final (spec 2). */
const RETURNS = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'CA',
  returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
}
