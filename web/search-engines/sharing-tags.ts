import { charging } from '#domain/charged-currency.ts'
import { decimalDollars } from '#domain/money.ts'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import type { PageHead, SharedPicture } from '#web/page.ts'
import type { Words } from '#words/languages.ts'
import { absoluteUrl } from './shop-address.ts'

/** One `meta` element. Open Graph tags use `property`, all others use `name`. */
export interface MetaTag {
  kind: 'property' | 'name'
  name: string
  content: string
}

const SHOP_CARD: Omit<SharedPicture, 'alt'> = {
  url: '/social-card.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 630,
}

/** The link preview of a page (ogp.me, and X's card tags). Prices are as they are charged. */
export function sharingTags(
  head: PageHead,
  {
    publicUrl,
    shopName,
    words,
    card,
  }: { publicUrl: string; shopName: string; words: Words; card: string | null },
): MetaTag[] {
  const shopCard =
    card === null
      ? { ...SHOP_CARD, alt: inShopName(words['search-engines'].cardAlt, shopName) }
      : { ...SHOP_CARD, url: card, alt: shopName }
  const picture = head.picture ?? shopCard
  const open = (name: string, content: string): MetaTag => ({ kind: 'property', name, content })
  return [
    open('og:type', head.product ? 'product' : 'website'),
    open('og:site_name', shopName),
    open('og:locale', words.language.LANGUAGE.replace('-', '_')),
    open('og:title', head.title),
    open('og:description', head.description),
    open('og:url', publicUrl + head.canonical),
    open('og:image', absoluteUrl(publicUrl, picture.url)),
    open('og:image:type', picture.type),
    open('og:image:width', String(picture.width)),
    open('og:image:height', String(picture.height)),
    ...(picture.alt === '' ? [] : [open('og:image:alt', picture.alt)]),
    ...(head.product
      ? [
          open('product:price:amount', decimalDollars(head.product.price)),
          open('product:price:currency', charging.currency),
          open('product:availability', head.product.inStock ? 'in stock' : 'out of stock'),
          open('product:retailer_item_id', head.product.id),
          open('product:brand', shopName),
        ]
      : []),
    { kind: 'name', name: 'twitter:card', content: 'summary_large_image' },
  ]
}
