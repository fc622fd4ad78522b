import { policySections } from '#domain/settings/policies.ts'
import { pagePath, STORY, type BlockKind, type PageBlock, type ShopPage } from '#domain/settings/page.ts'
import { findPage } from '#operations/settings/shop-pages.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import { page } from '#web/route.ts'
import { listedPicture } from '#web/search-engines/listed-picture.server.ts'
import { pageData } from '#web/search-engines/structured-data.server.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { pictureView } from '#web/views/catalog/picture-view.server.ts'
import type { ShownBlock } from './page-blocks.tsx'
import TextPage, { type TextPageProps } from './text-page.tsx'

export const TEXT_PAGE = 'storefront/pages/text-page'

export const routes = [
  page('/about', TEXT_PAGE, TextPage, loadTextPage),
  page('/pages/:name', TEXT_PAGE, TextPage, loadTextPage),
]

export async function loadTextPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const found = await findPage(shop, request.params['name'] ?? STORY, request.words['pages/about'])
  return found === null ? problemPage(shop, request, 'not-found') : showPage(shop, request, found)
}

/** `preview`: what its page says while not everyone sees it. */
export async function showPage(
  shop: Shop,
  request: PageRequest,
  own: ShopPage,
  preview?: string,
): Promise<PageAnswer> {
  const { name, searchTitle, blocks } = own
  const heading = own.heading || name
  const [first] = blocks.flatMap(({ picture }) => picture ?? [])
  return {
    status: 200,
    head: {
      title: request.words.frame.pageTitle(searchTitle || heading),
      description: own.description || descriptionOf(own),
      canonical: pagePath(own),
      ownWords: true,
      ...(preview === undefined
        ? {
            ...(first && { picture: listedPicture(shop.images, first) }),
            structured: pageData(shop, request.words['search-engines'], own),
          }
        : { noindex: true }),
    },
    props: {
      frame: await frameProps(shop, request),
      ...(preview !== undefined && { preview }),
      served: { name, heading, blocks: blocks.map((block, place) => shownBlock(shop, block, place)) },
    } satisfies TextPageProps,
  }
}

/** In characters, as search engines show it. */
const MAX_DESCRIPTION = 155

function descriptionOf({ name, heading, blocks }: ShopPage): string {
  const text = blocks.map((block) => block.text).find((one) => one !== '') ?? (heading || name)
  return text.replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION)
}

/** The kinds whose heading begins their text. */
const WITH_HEADING: ReadonlySet<BlockKind> = new Set(['text', 'map'])

/** A part of a page, ready to be shown. */
export function shownBlock({ images }: Shop, block: PageBlock, place: number): ShownBlock {
  const { kind, heading, text, picture, items } = block
  return {
    place,
    kind,
    heading,
    text,
    sections: policySections(heading !== '' && WITH_HEADING.has(kind) ? `# ${heading}\n\n${text}` : text),
    picture: picture && pictureView(images, picture),
    items: items.map((item, at) => ({
      place: at,
      name: item.name,
      text: item.text,
      sections: policySections(item.text),
      picture: item.picture && pictureView(images, item.picture),
    })),
  }
}
