import { createElement } from 'react'
import { formatMoney } from '#domain/currency.ts'
import { collectionPath } from '#domain/catalog/collection.ts'
import { dropState } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { filmPath } from '#domain/settings/film.ts'
import { HOME_PAGE, type HomePage as HomeSetting } from '#domain/settings/home-page.ts'
import {
  dropOf,
  type BlockSection,
  type DropSection,
  type FilmSection,
  type HomeSection,
  type ProductsSection,
} from '#domain/settings/home-sections.ts'
import { hasFirstName, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { momentWords } from '#domain/shop-time.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { listHomeProducts } from '#operations/settings/home-products.ts'
import { publicCollections } from '#operations/settings/shop-collections.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest, ProductCardView } from '#web/page.ts'
import { homeData, taglineIn } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import PageBlocks from '#web/storefront/pages/page-blocks.tsx'
import { shownBlock } from '#web/storefront/pages/text-page.server.ts'
import { pictureView, productCard, usualWidth } from '#web/views/catalog/picture-view.server.ts'
import HomePage, { type HomePageProps, type HomePart, type ShownSection } from './home-page.tsx'
import HomeSectionsPage from './home-sections-page.tsx'
import { ownBackground } from './own-background.server.ts'
import { page } from '#web/route.ts'

const SCREEN = 'storefront/home/home-page'

export const routes = [page('/', SCREEN, HomePage, loadHomePage)]

/** The styles of parts of pages, of films and of drops. */
const STYLES = ['storefront/pages/text-page', 'storefront/home/home-sections-page']

/** The home page with sections that the browser needs no code for, and the first one no styles. */
function WithSections(props: HomePageProps) {
  return createElement(HomePage, {
    ...props,
    show: (section: ShownSection, place: number) => {
      if (section.kind === 'products') return null
      if (section.kind === 'blocks') return createElement(PageBlocks, { blocks: section.blocks })
      return createElement(HomeSectionsPage, { id: `${section.kind}-${place}`, section })
    },
  })
}

export async function loadHomePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words.home
  const [home, { name }] = await Promise.all([
    currentSetting(shop, HOME_PAGE),
    currentSetting(shop, SHOP_IDENTITY),
  ])
  const background = ownBackground(shop.images, home)
  const tagline = taglineIn(home, request.words)
  const sections = inGroups(home.sections.filter(({ hidden }) => !hidden))
  const all = await Promise.all(sections.map((section) => partOf(shop, request, section)))
  const isFirst = sections.map((one) => ('kind' in one ? one.kind : '')).join() === FIRST_KINDS
  const shown = isFirst ? all : all.filter(({ part, section }) => part !== 'shown' || section !== null)
  const isPlain = shown.every(({ section }) => section === null || section.kind === 'products')
  return {
    status: 200,
    head: {
      title: words.pageTitle.replace(frameWords.brand, name).replace(words.tagline, tagline),
      description: hasFirstName(name) ? words.description : words.descriptionOf(name, tagline),
      canonical: '/',
      feed: true,
      structured: await homeData(shop, request.words),
    },
    props: {
      frame: await frameProps(shop, request),
      served: { shown: shown.map(({ section }) => section), own: ownWords(home) },
      ...(background && { background }),
      ...(!isFirst && { parts: shown.map(({ part }) => part) }),
    } satisfies HomePageProps,
    ...(!isPlain && { screen: { screen: SCREEN, component: WithSections }, styledAs: STYLES }),
  }
}

const FIRST_KINDS = 'hero,products,newsletter'

/** What stands together on the page: parts of pages that follow each other. */
type Group = Exclude<HomeSection, BlockSection> | { blocks: BlockSection[] }

function inGroups(sections: readonly HomeSection[]): Group[] {
  const groups: Group[] = []
  for (const section of sections) {
    const last = groups.at(-1)
    if (!('items' in section)) groups.push(section)
    else if (last && 'blocks' in last) last.blocks.push(section)
    else groups.push({ blocks: [section] })
  }
  return groups
}

interface Part {
  part: HomePart
  /** What the server renders of it; null: nothing. */
  section: ShownSection | null
}

/** A section as the page gets it. One with nothing to show is `shown` without a section. */
async function partOf(shop: Shop, request: PageRequest, group: Group): Promise<Part> {
  if ('blocks' in group) {
    const blocks = group.blocks.map((block, place) => shownBlock(shop, block, place))
    return { part: 'shown', section: { kind: 'blocks', blocks } }
  }
  switch (group.kind) {
    case 'hero':
    case 'newsletter':
      return { part: group.kind, section: null }
    case 'products':
      return { part: 'shown', section: await shownProducts(shop, request, group) }
    case 'film':
      return { part: 'shown', section: shownFilm(shop, group) }
    case 'drop':
      return shownDrop(shop, request, group)
  }
}

/** Null: none. Those that cannot be loaded are left out: the page is worth showing without them. */
async function shownProducts(
  shop: Shop,
  request: PageRequest,
  section: ProductsSection,
): Promise<ShownSection | null> {
  const { from, category, collection } = section
  const { fallback } = HOME_PAGE
  const isFirst = fallback.sections.some((one) => one.kind === 'products' && one.heading === section.heading)
  const cards = await productCards(shop, request, section)
  if (cards.length === 0) return null
  const own =
    from === 'collection' ? (await publicCollections(shop)).find(({ id }) => id === collection) : undefined
  const all = from === 'category' ? `/shop?${new URLSearchParams({ category })}` : null
  return {
    kind: 'products',
    heading: isFirst ? request.words.home.newest : section.heading,
    cards,
    all: own ? collectionPath(own.handle) : all,
  }
}

async function productCards(
  shop: Shop,
  { currency, words }: Pick<PageRequest, 'currency' | 'words'>,
  section: ProductsSection,
): Promise<ProductCardView[]> {
  try {
    const [products, rate] = await Promise.all([
      listHomeProducts(shop, section),
      findExchangeRate(shop, currency),
    ])
    return products.map((product) =>
      productCard(
        shop.images,
        product,
        (amount) => formatMoney(amount, currency, rate?.rate ?? null, { language: words.language.LANGUAGE }),
        words,
      ),
    )
  } catch (error) {
    shop.log.error('The newest products could not be loaded', error)
    return []
  }
}

/** In pixels, for the picture of a film. */
const POSTER_WIDTH = 1_280

function shownFilm(shop: Shop, { heading, film, picture, text }: FilmSection): ShownSection | null {
  if (picture === null) return null
  const { images } = shop
  const block = { kind: 'text', heading: '', text, picture: null, items: [] } as const
  return {
    kind: 'film',
    heading,
    film: film &&
      images.films && {
        src: filmPath(film),
        type: `video/${film.type}`,
        width: film.width,
        height: film.height,
        poster: images.url(picture.key, usualWidth(images, picture.width, POSTER_WIDTH), 'webp'),
      },
    picture: pictureView(images, picture),
    words: shownBlock(shop, block, 0),
  }
}

async function shownDrop(shop: Shop, { words }: PageRequest, section: DropSection): Promise<Part> {
  const { drops } = await currentSetting(shop, DROPS)
  const drop = dropOf(section, drops, shop.now())
  if (drop === null) return { part: 'shown', section: null }
  const { name, handle, picture, publicFrom, soldFrom } = drop
  const isSecret = dropState(drop, shop.now()) === 'announced' && publicFrom < soldFrom
  const at = isSecret ? publicFrom : soldFrom
  const time = momentWords(at, words.language.LANGUAGE, shop.settings.timeZone)
  const says = isSecret ? words.drop.shownAt(time) : words.drop.dropsAt(time)
  return {
    part: { at },
    section: { kind: 'drop', name, handle, says, picture: picture && pictureView(shop.images, picture) },
  }
}

/** The texts that owners have changed; the others are in the language of the page. */
function ownWords({ tagline, button }: HomeSetting): { tagline?: string; button?: string } {
  const { fallback } = HOME_PAGE
  return {
    ...(tagline !== fallback.tagline && { tagline }),
    ...(button !== fallback.button && { button }),
  }
}
