import { formatMoney } from '#domain/currency.ts'
import { listedProduct } from '#domain/catalog/listed-product.ts'
import type { Product } from '#domain/catalog/product.ts'
import { dropState, isEarly, type Drop } from '#domain/drops/drop.ts'
import { hasDraw } from '#domain/drops/draw.ts'
import { toProductId } from '#domain/ids.ts'
import { momentWords } from '#domain/shop-time.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { readDraw } from '#operations/draws/read-draw.ts'
import { findDrop, findDropProducts, openDropPreview } from '#operations/drops/find-drop.ts'
import type { Shop } from '#operations/shop.ts'
import { findRoomStatus, hasRoom } from '#operations/drops/room-status.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer, PageHead, PageRequest } from '#web/page.ts'
import { askedOfDrop, page, personalPage } from '#web/route.ts'
import { listedPicture } from '#web/search-engines/listed-picture.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { showProduct } from '#web/storefront/product/product-page.server.ts'
import ProductPage from '#web/storefront/product/product-page.tsx'
import { pictureView, productCard } from '#web/views/catalog/picture-view.server.ts'
import type { Words } from '#words/languages.ts'
import type { RoomNoteProps } from './room-note.tsx'
import DropPage, { type DropPageProps } from './drop-page.tsx'

const SCREEN = 'storefront/drop/drop-page'

export const routes = [
  page('/drop/:name', SCREEN, DropPage, loadDropPage, ['asked'], askedOfDrop),
  personalPage('/drop/:name/preview', SCREEN, DropPage, loadPressPreview, ['key']),
  personalPage(
    '/drop/:name/preview/:product',
    'storefront/product/product-page',
    ProductPage,
    loadPressProduct,
    ['key'],
  ),
]

export async function loadDropPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const drop = await findDrop(shop, request.params['name'] ?? '')
  if (drop === null) return problemPage(shop, request, 'not-found')
  const products = await shop.catalog.findMany(drop.products.map(toProductId))
  const { props, head } = await showDrop(shop, request, drop, products)
  const asked = request.query.get('asked') as DropPageProps['asked'] | null
  return { status: 200, head, props: { ...props, ...(asked !== null && { asked }) } }
}

/** A wrong key and an unknown drop give the same response. */
async function loadPressPreview(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const key = request.query.get('key') ?? ''
  const drop = await openDropPreview(shop, { handle: request.params['name'] ?? '', key })
  if (drop === null) return problemPage(shop, request, 'not-found')
  const preview = { words: request.words.drop.preview, key }
  return previewDrop(shop, request, drop, preview)
}

async function loadPressProduct(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const { name: handle = '', product: id = '' } = request.params
  const drop = await openDropPreview(shop, { handle, key: request.query.get('key') ?? '' })
  const product = drop?.products.includes(id)
    ? await shop.catalog.find(toProductId(id), { hiddenToo: true })
    : null
  if (product === null) return problemPage(shop, request, 'not-found')
  const shown = await showProduct(shop, request, product)
  return {
    ...shown,
    status: 200,
    head: hidden(shown.head),
    props: { ...shown.props, preview: request.words.drop.preview },
  }
}

/** The page of a drop with all of its products, whenever they are published. */
export async function previewDrop(
  shop: Shop,
  request: PageRequest,
  drop: Drop,
  preview: NonNullable<DropPageProps['preview']>,
): Promise<PageAnswer> {
  const { props, head } = await showDrop(shop, request, drop, await findDropProducts(shop, drop))
  return { status: 200, head: hidden(head), props: { ...props, preview } }
}

/** Nothing of it for search engines and link previews. */
function hidden({ title, description, canonical }: PageHead): PageHead {
  return { title, description, canonical, noindex: true }
}

async function showDrop(
  shop: Shop,
  request: PageRequest,
  drop: Drop,
  products: readonly Product[],
): Promise<{ head: PageHead; props: DropPageProps }> {
  const { words, currency } = request
  const { name, handle, picture, publicFrom, soldFrom, early, perPerson } = drop
  const rate = await findExchangeRate(shop, currency)
  const at = (time: number) => ({
    at: time,
    time: momentWords(time, words.language.LANGUAGE, shop.settings.timeZone),
  })
  const now = shop.now()
  const state = dropState({ ...drop, isDraft: false }, now)
  const room = (await drawBefore(shop, words, drop)) ?? (await roomBefore(shop, words, drop))
  return {
    head: {
      title: words.frame.pageTitle(name),
      description:
        drop.words.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION) || words.drop.description(name),
      canonical: `/drop/${handle}`,
      ...(picture && { picture: listedPicture(shop.images, picture) }),
    },
    props: {
      frame: await frameProps(shop, request),
      name,
      handle,
      paragraphs: drop.words.split('\n\n').filter(Boolean),
      ...(room && { room }),
      ...(state !== 'on-sale' && { sold: at(soldFrom) }),
      ...(state === 'announced' && publicFrom < soldFrom && { shown: at(publicFrom) }),
      ...(early !== null &&
        state !== 'on-sale' && {
          early: isEarly(drop, now) ? 'open' : words.drop.earlyFrom(at(early.from).time),
        }),
      ...(perPerson !== null && { perPerson }),
      served: {
        picture: picture && pictureView(shop.images, picture),
        cards: products.map((product) =>
          productCard(shop.images, listedProduct(product), (amount) =>
            formatMoney(amount, currency, rate?.rate ?? null, { language: words.language.LANGUAGE }),
          ),
        ),
      },
    },
  }
}

/** The way to its draw; null: it has none, or that is over. */
export async function drawBefore(shop: Shop, words: Words, drop: Drop): Promise<RoomNoteProps | null> {
  const draw = hasDraw(drop) ? await readDraw(shop, drop) : null
  if (!hasDraw(drop) || draw?.phase === 'over' || draw?.phase === 'cancelled') return null
  const at = (time: number) => momentWords(time, words.language.LANGUAGE, shop.settings.timeZone)
  const { opensAt, isOpen, isClosed, toTheDraw: link } = words.draw
  const { entriesFrom } = drop.draw
  const now = shop.now()
  const said = now < entriesFrom ? opensAt(at(entriesFrom)) : isOpen(at(drop.soldFrom))
  return { handle: drop.handle, to: 'draw', words: now < drop.soldFrom ? said : isClosed, link }
}

/** The way to its waiting room; null: it has none, or the room is closed. */
async function roomBefore(shop: Shop, words: Words, drop: Drop): Promise<RoomNoteProps | null> {
  const known = hasRoom(drop) ? await findRoomStatus(shop, drop) : null
  if (known === null || known.status.phase === 'closed') return null
  const { opensAt, phase } = known.status
  const { isOpen, roomOpens, soldInTurn, toTheRoom: link } = words['drop-room']
  const opens = roomOpens(momentWords(opensAt, words.language.LANGUAGE, shop.settings.timeZone))
  const said = phase === 'before' ? opens : phase === 'open' ? isOpen : soldInTurn
  return { handle: drop.handle, words: said, link }
}

/** In characters, as search engines show it. */
const MAX_DESCRIPTION = 155
