import { charging } from '#domain/charged-currency.ts'
import type {
  AggregateOffer,
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  PeopleAudience,
  ProductGroup,
  ProductLeaf,
  PropertyValue,
} from 'schema-dts'
import { cents, decimalDollars } from '#domain/money.ts'
import { listedShipping, type ListedShipping } from '#domain/checkout/shipping/listed-shipping.ts'
import { placeOfShop, type Tariff } from '#domain/checkout/tariff.ts'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import type { ProductFit } from '#domain/fit/fit.ts'
import type { Sale } from '#domain/promotions/sale-price.ts'
import { parseGiftAmounts, type GiftAmounts } from '#domain/catalog/gift-amounts.ts'
import { reducedFrom, type Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import type { Words } from '#words/languages.ts'
import { listedPicture } from './listed-picture.server.ts'
import { productVariants, variantGroup } from './product-variants.server.ts'
import { absoluteUrl, productPath } from './shop-address.ts'
import { breadcrumbs, type StructuredData } from './structured-data.server.ts'

/** The data that all products of the shop share. */
export interface ProductFacts {
  tariff: Tariff
  shopName: string
  categories: readonly ShopCategory[]
  /** Nothing can be returned. */
  salesAreFinal: boolean
  words: Words
  /** The promotions that lower its price for everyone. */
  sale: Sale | null
  /** What buyers say of how it fits; null: too few do. */
  fit: ProductFit | null
}

/** Each offer repeats them. */
const MAX_PLACES = 10

/** What all variants of a product have in common. */
type CommonFields = Pick<
  ProductLeaf,
  'description' | 'category' | 'brand' | 'url' | 'image' | 'color' | 'audience'
>

/**
 * Structured data of a product page: the product with a variant for each size, each with an offer in CAD in every
 * display currency, and the breadcrumbs. A product without sizes has one offer.
 */
export function productData(
  { images, now, settings: { publicUrl } }: Shop,
  product: Product,
  { tariff, shopName, categories, salesAreFinal, words: all, sale, fit }: ProductFacts,
): StructuredData[] {
  const words = all['search-engines']
  const path = productPath(product.id)
  const url = absoluteUrl(publicUrl, path)
  const pictures = product.pictures.map((picture) =>
    absoluteUrl(publicUrl, listedPicture(images, picture).url),
  )
  const common: CommonFields = {
    description: product.description || product.name,
    category: categoryLabel(categories, product.category),
    brand: { '@type': 'Brand', name: shopName },
    url,
    ...(pictures.length > 0 && { image: pictures }),
    ...(product.color !== '' && { color: product.color }),
    ...audienceOf(product),
  }
  const group = {
    '@id': `${url}#product`,
    name: product.name,
    productGroupID: variantGroup(product),
    variesBy: [
      'https://schema.org/size',
      ...(product.styleNumber !== '' && product.color !== '' ? ['https://schema.org/color'] : []),
    ],
    ...(fit !== null && { additionalProperty: fitProperty(fit, all) }),
  }
  const variants = productVariants(product, now()).map(
    ({ key, size, inStock, shipsOn, sku, gtin }): ProductLeaf => ({
      '@type': 'Product',
      '@id': size === null ? group['@id'] : `${url}#${key}`,
      ...common,
      name: size === null ? product.name : words.offer(product.name, size),
      sku: sku || key,
      ...(sku !== '' && { mpn: sku }),
      ...(gtin !== null && { gtin }),
      ...(size !== null && { size, inProductGroupWithID: group.productGroupID }),
      offers: offerOf(product, { url, inStock, shipsOn, tariff, shopName, salesAreFinal, sale }),
    }),
  )
  const [only] = variants
  const gift = parseGiftAmounts(product.giftAmounts)
  const listed: ProductLeaf | ProductGroup | undefined =
    gift !== null
      ? {
          '@type': 'Product',
          '@id': group['@id'],
          ...common,
          name: product.name,
          offers: amountsOf(gift, { url, shopName }),
        }
      : product.sizes.length === 0
        ? only
        : { '@type': 'ProductGroup', ...group, ...common, hasVariant: variants }
  return [
    { '@context': 'https://schema.org', ...listed },
    breadcrumbs(publicUrl, words, [
      { name: words.shopAll, path: '/shop' },
      { name: product.name, path },
    ]),
  ]
}

/** It is no rating: nobody gave one. */
function fitProperty(
  { all: { verdict, percent, answers } }: ProductFit,
  { fit: words }: Words,
): PropertyValue {
  return {
    '@type': 'PropertyValue',
    name: words.heading,
    value: words.verdicts[verdict],
    description: words.summary(
      words.shares(percent.small, percent.true, percent.large),
      words.answerCount(answers),
    ),
  }
}

/** A gift card: its amounts are its prices. It is not shipped, and has no condition. */
function amountsOf(
  { set, range }: GiftAmounts,
  { url, shopName }: { url: string; shopName: string },
): AggregateOffer {
  const all = [...set, ...(range ? [range.from, range.to] : [])]
  return {
    '@type': 'AggregateOffer',
    lowPrice: decimalDollars(cents(Math.min(...all))),
    highPrice: decimalDollars(cents(Math.max(...all))),
    priceCurrency: charging.currency,
    ...(range === null && { offerCount: set.length }),
    availability: 'https://schema.org/InStock',
    url,
    seller: { '@type': 'Organization', name: shopName },
  }
}

function offerOf(
  product: Product,
  facts: Omit<ProductFacts, 'categories' | 'words' | 'fit'> & {
    url: string
    inStock: boolean
    shipsOn: string | null
  },
): Offer {
  const { url, inStock, shipsOn, tariff, shopName, salesAreFinal, sale } = facts
  const before = reducedFrom(product)
  const shipping = listedShipping(tariff, product, MAX_PLACES)
  return {
    '@type': 'Offer',
    ...(sale !== null && { name: sale.names.join(', ') }),
    ...(sale?.until != null && { priceValidUntil: new Date(sale.until).toISOString() }),
    price: decimalDollars(product.price),
    priceCurrency: charging.currency,
    ...(before !== null && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: decimalDollars(before),
        priceCurrency: charging.currency,
      },
    }),
    ...(!inStock &&
      product.soldFrom !== null && { availabilityStarts: new Date(product.soldFrom).toISOString() }),
    ...(inStock && shipsOn !== null && { availabilityStarts: shipsOn }),
    availability: `https://schema.org/${!inStock ? 'OutOfStock' : shipsOn === null ? 'InStock' : 'PreOrder'}`,
    itemCondition: 'https://schema.org/NewCondition',
    url,
    seller: { '@type': 'Organization', name: shopName },
    ...(shipping.length > 0 && { shippingDetails: oneOrMany(shipping.map(shippingDetails)) }),
    ...(salesAreFinal && { hasMerchantReturnPolicy: noReturns(tariff, shipping) }),
  }
}

/** The ages of Google's age groups, in years. */
const AGES: Record<
  Exclude<Product['ageGroup'], ''>,
  { suggestedMinAge: number; suggestedMaxAge?: number }
> = {
  newborn: { suggestedMinAge: 0, suggestedMaxAge: 0.25 },
  infant: { suggestedMinAge: 0.25, suggestedMaxAge: 1 },
  toddler: { suggestedMinAge: 1, suggestedMaxAge: 5 },
  kids: { suggestedMinAge: 5, suggestedMaxAge: 13 },
  adult: { suggestedMinAge: 13 },
}

function audienceOf({ gender, ageGroup }: Product): { audience?: PeopleAudience } {
  if (gender === '' && ageGroup === '') return {}
  return {
    audience: {
      '@type': 'PeopleAudience',
      ...(gender !== '' && { suggestedGender: gender }),
      ...(ageGroup !== '' && AGES[ageGroup]),
    },
  }
}

/** Of one product. Handling is part of the days. */
function shippingDetails({
  country,
  region,
  postal,
  price,
  leastDays,
  mostDays,
}: ListedShipping): OfferShippingDetails {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: decimalDollars(price), currency: charging.currency },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: country,
      ...(region !== undefined && { addressRegion: region }),
      ...(postal !== undefined && { postalCodePrefix: postal }),
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: leastDays,
        maxValue: mostDays,
        unitCode: 'DAY',
      },
    },
  }
}

/** All sales are final (spec 2), until owners write another policy. */
function noReturns(tariff: Tariff, shipping: readonly ListedShipping[]): MerchantReturnPolicy {
  const countries = [...new Set(shipping.map(({ country }) => country))]
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: oneOrMany(countries.length > 0 ? countries : [placeOfShop(tariff).country]),
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  }
}

function oneOrMany<T>(all: readonly T[]): T | readonly T[] {
  const [only] = all
  return all.length === 1 && only !== undefined ? only : all
}
