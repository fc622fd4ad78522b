import { listSearchWords } from '#operations/catalog/list-search-words.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import SearchWordsPage, { type SearchWordsPageProps } from './search-words-page.tsx'

export const routes = [
  staffPage(
    '/admin/search-words',
    'products.write',
    'admin/search-words/search-words-page',
    SearchWordsPage,
    loadSearchWordsPage,
  ),
]

export async function loadSearchWordsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, words] = await Promise.all([staffFrameProps(shop, request), listSearchWords(shop)])
  return {
    status: 200,
    head: staffHead('Search words', '/admin/search-words'),
    props: { frame, words } satisfies SearchWordsPageProps,
  }
}
