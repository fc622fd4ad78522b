import type { BlockKind, PageBlock, ShopPage } from '#domain/settings/page.ts'

/** A page that everyone sees, except as given. */
export function ownPage(changes: Partial<ShopPage> = {}): ShopPage {
  return {
    id: 'p1',
    name: 'Size guide',
    heading: '',
    handle: 'size-guide',
    isDraft: false,
    publishedFrom: null,
    searchTitle: '',
    description: '',
    blocks: [],
    ...changes,
  }
}

/** A block of a page, empty except as given. */
export function block(kind: BlockKind, changes: Partial<PageBlock> = {}): PageBlock {
  return { kind, heading: '', text: '', picture: null, items: [], ...changes }
}
