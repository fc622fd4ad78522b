import {
  isPublicPage,
  pagePath,
  type BlockKind,
  type PageBlock,
  type ShopPage,
} from '#domain/settings/page.ts'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import type { ListKind, ListVersion } from '#web/admin/document/save-one.ts'
import { handleOf } from '#web/admin/handle-of.ts'

/** All pages of the shop's own, as one version of them. */
export type Pages = ListVersion<'pages', ShopPage>

/** A page as it is typed: its time as the input has it, in the shop's time zone. */
export interface PageDraft extends Omit<ShopPage, 'publishedFrom'> {
  publishedFrom: string
}

/** The parts of a page as its form and a conflict name them. */
export const PAGE_FIELDS = {
  name: 'Name',
  heading: 'Heading',
  handle: 'Address',
  blocks: 'Content',
  isDraft: 'Draft',
  publishedFrom: 'Published from',
  searchTitle: 'Title in search results',
  description: 'Description in search results',
} as const

export const newBlock = (kind: BlockKind): PageBlock => ({
  kind,
  heading: '',
  text: '',
  picture: null,
  items: [],
})

/** A page that is not typed yet. */
export const newPage = (id: string): PageDraft => ({
  id,
  name: '',
  heading: '',
  handle: '',
  isDraft: true,
  publishedFrom: '',
  searchTitle: '',
  description: '',
  blocks: [newBlock('text')],
})

export function draftOf({ publishedFrom, ...same }: ShopPage, timeZone: string): PageDraft {
  return { ...same, publishedFrom: publishedFrom === null ? '' : clockTime(publishedFrom, timeZone) }
}

/** A draft as it is sent. A time that cannot be read becomes -1, which the server refuses at its field. */
export function pageOf({ publishedFrom, ...same }: PageDraft, timeZone: string): ShopPage {
  return {
    ...same,
    handle: same.handle.trim() || handleOf(same.name),
    publishedFrom: publishedFrom === '' ? null : (epochFromClock(publishedFrom, timeZone) ?? -1),
  }
}

/** A page as it is read, part by part. */
export function pageWords(page: ShopPage, timeZone: string): Record<keyof typeof PAGE_FIELDS, string> {
  const { name, heading, isDraft, publishedFrom, searchTitle, description, blocks } = page
  return {
    name,
    heading,
    handle: pagePath(page),
    blocks: blocks
      .flatMap((block) => [
        block.heading,
        block.text,
        ...block.items.flatMap((item) => [item.name, item.text]),
      ])
      .filter((text) => text !== '')
      .join(' · '),
    isDraft: isDraft ? 'Draft' : 'Public',
    publishedFrom: publishedFrom === null ? 'At once' : clockTime(publishedFrom, timeZone).replace('T', ' '),
    searchTitle,
    description,
  }
}

/** Where a page is now. */
export function stateWords(page: ShopPage, now: number): string {
  if (page.isDraft) return 'Draft'
  return isPublicPage(page, now) ? 'Public' : 'Scheduled'
}

/** The pages, as staff edit them. */
export const PAGE_LIST: ListKind<'pages', ShopPage> = {
  name: 'pages',
  title: 'Page',
  address: '/admin/pages',
  send(version, pages) {
    const value = { pages } as unknown as SentBody<'PUT /api/staff/pages'>['value']
    return call('PUT /api/staff/pages', { body: { version, value } })
  },
  undo: (body) => call('POST /api/staff/pages/undo', { body }),
}
