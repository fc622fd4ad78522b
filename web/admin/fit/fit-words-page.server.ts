import * as v from 'valibot'
import { WORDS_STATES } from '#domain/fit/fit.ts'
import { readFitReport, readFitWords } from '#operations/fit/moderate-fit-words.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { fitWordsView } from '#web/views/fit/fit-words-view.server.ts'
import { pageParameter } from '#web/views/list-address.ts'
import FitWordsPage, { type FitWordsPageProps } from './fit-words-page.tsx'

export const routes = [
  staffPage('/admin/fit', 'messages.read', 'admin/fit/fit-words-page', FitWordsPage, loadFitWordsPage, [
    'state',
    'page',
  ]),
]

async function loadFitWordsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { query } = request
  const frame = await staffFrameProps(shop, request)
  const state = WORDS_STATES.find((one) => one === query.get('state')) ?? ''
  const [{ rows, ...list }, products] = await Promise.all([
    readFitWords(shop, state, v.parse(pageParameter, query.get('page'))),
    frame.permissions.includes('reports.read') ? readFitReport(shop) : null,
  ])
  return {
    status: 200,
    head: staffHead('How it fits', '/admin/fit'),
    props: {
      frame,
      state,
      list: { ...list, words: rows.map((row) => fitWordsView(shop, row)) },
      products,
    } satisfies FitWordsPageProps,
  }
}
