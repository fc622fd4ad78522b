import { formatMoney } from '#domain/currency.ts'
import { toProductId } from '#domain/ids.ts'
import { dollars } from '#domain/money.ts'
import { pick } from '#domain/record-of.ts'
import { isOutOfStock, unitsLeft, type Product } from '#domain/catalogue/product.ts'
import { SIZES } from '#domain/catalogue/size.ts'
import { CATEGORIES } from '#domain/catalogue/category.ts'
import { RELATED_PRODUCTS } from '#domain/catalogue/search.ts'
import {
  formatCentimetres,
  formatInches,
  hasMeasurements,
  type SizeChart,
} from '#domain/catalogue/size-chart.ts'
import { findExchangeRate } from '#operations/catalogue/find-exchange-rate.ts'
import { getSizeChart } from '#operations/catalogue/get-size-chart.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageHead, PageRequest } from '#web/page.ts'
import { listedPicture } from '#web/search-engines/listed-picture.server.ts'
import { productData } from '#web/search-engines/product-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { pictureView, productCard } from '#web/views/catalogue/picture-view.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import ProductPage, { type ProductPageProps } from './product-page.tsx'
import { SHOWN_AS_STORED, type ProductView } from './product-view.ts'
import type { SizeChartView } from './size-chart.tsx'
import { page } from '#web/route.ts'
import * as frameWords from '#words/frame.ts'
import * as words from '#words/product.tsx'

export const routes = [page('/product/:id', 'storefront/product/product-page', ProductPage, loadProductPage)]

export async function loadProductPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const id = toProductId(request.params['id'] ?? '')
  const canonical = `/product/${id}`
  try {
    const product = await shop.catalog.find(id)
    if (product === null) return problemPage(shop, request, 'product-not-found')
    const [related, rate, chart] = await Promise.all([
      shop.catalog.related(product, RELATED_PRODUCTS),
      findExchangeRate(shop, request.currency),
      getSizeChart(shop, product.category),
    ])
    const price = (of: Product) => formatMoney(of.price, request.currency, rate?.rate ?? null)
    const props: ProductPageProps = {
      frame: await frameProps(shop, request),
      product: productView(shop, product, price(product), chart),
      failed: false,
      related: related.map((other) => productCard(shop.images, other, price(other))),
      rate: { rate: rate?.rate ?? null, asOf: rate?.asOf ?? null },
    }
    return {
      status: 200,
      head: productHead(shop, product, canonical),
      props,
    }
  } catch (error) {
    shop.log.error('A product page could not be loaded', error, { id })
    const props: ProductPageProps = {
      frame: await frameProps(shop, request),
      product: null,
      failed: true,
      related: [],
      rate: { rate: null, asOf: null },
    }
    return {
      status: 503,
      head: { title: frameWords.brand, description: '', canonical, noindex: true },
      props,
    }
  }
}

function productHead(shop: Shop, product: Product, canonical: string): PageHead {
  const [first] = product.pictures
  return {
    title: frameWords.pageTitle(product.name),
    description: summary(product),
    canonical,
    product: { id: product.id, price: product.price, inStock: !isOutOfStock(product) },
    structured: productData(shop, product),
    ...(first && { picture: listedPicture(shop.images, first) }),
  }
}

function productView(shop: Shop, product: Product, price: string, chart: SizeChart): ProductView {
  return {
    ...pick(product, SHOWN_AS_STORED),
    price,
    priceCad: dollars(product.price),
    sizes: SIZES.map((size) => ({ size, available: unitsLeft(product, size) !== 0 })),
    oneSize: oneSizeWords(product),
    sizeChart: hasMeasurements(chart) ? sizeChartView(chart) : null,
    pictures: product.pictures.map((picture) => pictureView(shop.images, picture)),
    outOfStock: isOutOfStock(product),
    category: {
      label: CATEGORIES.find(({ value }) => value === product.category)?.label ?? product.category,
      href: `/shop?${new URLSearchParams({ category: product.category })}`,
    },
  }
}

/** A hoodie in one size is still a hoodie of that size; a cap is not. */
function oneSizeWords({ sizes, category }: Product): string | null {
  const [only] = sizes
  if (!only || sizes.length > 1) return null
  return category === 'Accessories' ? words.oneSize : words.oneSizeOf(only.size)
}

function sizeChartView({ measurements, rows }: SizeChart): SizeChartView {
  return {
    measurements,
    rows: rows.map(({ size, lengths }) => ({
      size,
      lengths: lengths.map((length) =>
        length === null ? null : { cm: formatCentimetres(length), inches: formatInches(length) },
      ),
    })),
  }
}

const LONGEST_SUMMARY = 155

function summary({ name, description }: Product): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text === '') return words.summary(name)
  if (text.length <= LONGEST_SUMMARY) return text
  const wordEnd = text.lastIndexOf(' ', LONGEST_SUMMARY)
  return `${text.slice(0, wordEnd > 0 ? wordEnd : LONGEST_SUMMARY)} …`
}
