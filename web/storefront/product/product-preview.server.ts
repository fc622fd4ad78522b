import { dateFormat } from '#domain/date-format.ts'
import { publicationOf, type Product } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { endingWith } from '#domain/shop-time.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/product.ts'
import { showProduct } from './product-page.server.ts'
import ProductPage from './product-page.tsx'

export const routes = [
  staffPage(
    '/admin/products/:id/preview',
    'products.read',
    'storefront/product/product-page',
    ProductPage,
    loadPreview,
  ),
]

/** The page of a product as shoppers will see it, for staff: drafts and products before or after their time too. */
async function loadPreview(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const id = toProductId(request.params['id'] ?? '')
  const product = await shop.catalog.find(id, { hiddenToo: true })
  if (product === null) return problemPage(shop, request, 'product-not-found')
  const { props, head, screen } = await showProduct(shop, request, product)
  const { title, description, canonical } = head
  const preview = previewWords(product, shop)
  return {
    status: 200,
    head: { title, description, canonical, noindex: true },
    props: { ...props, preview },
    ...(screen && { screen }),
  }
}

function previewWords(product: Product, { now, settings: { timeZone } }: Shop): string {
  const { publishedFrom, soldFrom, publishedUntil } = product
  const format = dateFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const time = (at: number | null) => endingWith(format.format(at ?? 0))
  switch (publicationOf(product, now())) {
    case 'scheduled':
      return words.previewFrom(time(publishedFrom))
    case 'announced':
      return words.previewAnnounced(time(soldFrom))
    case 'ended':
      return words.previewEnded(time(publishedUntil))
    case 'on-sale':
      return words.previewOnSale
    default:
      return words.previewDraft
  }
}
