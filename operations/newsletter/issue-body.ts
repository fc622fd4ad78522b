import { publicationOf, type Picture, type Product } from '#domain/catalog/product.ts'
import { amountIn } from '#domain/currency.ts'
import type { IssueDraft } from '#domain/newsletter/issue.ts'
import { policySections } from '#domain/settings/policies.ts'
import { addressOf, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { MailBlock, MailProduct } from '#operations/mail/mail-blocks.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage, wordsIn } from '#words/languages.ts'

/** The widest picture of a newsletter, in pixels: twice of what it takes, for sharp screens. */
const PICTURE_WIDTH = 1_280
const PRODUCT_WIDTH = 640
const LINK = /(\]\()\/(?![/\\])/g

/**
 * A newsletter as an email: with products as they are now, at their prices, without those that shoppers do not see.
 * `unsubscribe`: the address of its reader's link.
 */
export async function issueBody(
  shop: Shop,
  { subject, preview, language, blocks }: Omit<IssueDraft, 'segment'>,
  unsubscribe: string,
): Promise<MailBody> {
  const words = wordsIn(shop, language)
  const isOther = language !== ownLanguage(shop) && shop.languages.has(language)
  const pages = shop.settings.publicUrl + (isOther ? `/${language}` : '')
  const ids = [...new Set(blocks.flatMap((block) => (block.kind === 'products' ? block.products : [])))]
  const [products, identity] = await Promise.all([
    shop.catalog.findMany(ids),
    currentSetting(shop, SHOP_IDENTITY),
  ])
  const seen = new Map(
    products
      .filter((one) => ['on-sale', 'announced'].includes(publicationOf(one, shop.now())))
      .map((one) => [one.id, one]),
  )
  const parts = blocks.flatMap((block): MailBlock[] => {
    if (block.kind !== 'products') return pageParts(shop, block)
    const shown = block.products.flatMap((id) => seen.get(id) ?? [])
    if (shown.length === 0) return []
    return [
      ...(block.heading === '' ? [] : [{ kind: 'heading', level: 2, text: block.heading } as const]),
      {
        kind: 'products',
        products: shown.map((product) =>
          mailProduct(shop, product, { language: words.language.LANGUAGE, pages }),
        ),
      },
    ]
  })
  const [first] = parts
  // What it begins with is its heading.
  const isHeaded = first?.kind === 'heading'
  return {
    heading: isHeaded || first?.kind === 'line' ? '' : subject,
    preview,
    paragraphs: [],
    facts: [],
    blocks: isHeaded ? [{ ...first, level: 1 }, ...parts.slice(1)] : parts,
    postalAddress: addressOf(identity),
    unsubscribeLink: {
      label: words['mails/newsletter'].unsubscribe,
      address: unsubscribe.replace(shop.settings.publicUrl, pages),
    },
  }
}

function pageParts(
  shop: Shop,
  {
    kind,
    heading,
    text,
    picture,
    items,
  }: Extract<IssueDraft['blocks'][number], { kind: 'text' | 'line' | 'picture' }>,
): MailBlock[] {
  const absolute = (typed: string) => typed.replaceAll(LINK, `$1${shop.settings.publicUrl}/`)
  const texts = (typed: string) => textParts(absolute(typed))
  if (kind === 'line') return text === '' ? [] : [{ kind: 'line', text: absolute(text) }]
  return [
    ...(heading === '' ? [] : [{ kind: 'heading', level: 2, text: heading } as const]),
    ...(picture === null
      ? []
      : [{ kind: 'picture', picture: mailPicture(shop, picture, PICTURE_WIDTH) } as const]),
    ...texts(text),
    ...items.flatMap((item) => texts(`**${item.name}**\n${item.text}`)),
  ]
}

function textParts(text: string): MailBlock[] {
  return policySections(text).flatMap(({ heading, blocks }): MailBlock[] => [
    ...(heading === '' ? [] : [{ kind: 'heading', level: 2, text: heading } as const]),
    ...blocks.map((block) => ({ kind: 'text', block }) as const),
  ])
}

function mailProduct(
  shop: Shop,
  { id, name, price, compareAt, pictures }: Product,
  { language, pages }: { language: string; pages: string },
): MailProduct {
  const [picture] = pictures
  return {
    name,
    price: amountIn(language, price),
    before: compareAt !== null && compareAt > price ? amountIn(language, compareAt) : null,
    picture: picture ? mailPicture(shop, picture, PRODUCT_WIDTH) : null,
    address: `${pages}/product/${id}`,
  }
}

function mailPicture({ images, settings }: Shop, { key, width, alt }: Picture, wanted: number) {
  const shown = images.widthsFor(width).findLast((one) => one <= wanted) ?? 320
  return { address: new URL(images.url(key, shown, 'webp'), settings.publicUrl).href, alt }
}
