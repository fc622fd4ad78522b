import * as v from 'valibot'
import { RETURN_STATES, type ReturnState } from '#domain/returns/return.ts'
import { readReturns } from '#operations/returns/read-returns.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { pageParameter } from '#web/views/list-address.ts'
import { returnView } from '#web/views/returns/return-view.server.ts'
import ReturnsPage, { type ReturnsPageProps } from './returns-page.tsx'

export const routes = [
  staffPage('/admin/returns', 'orders.read', 'admin/returns/returns-page', ReturnsPage, loadReturnsPage, [
    'state',
    'page',
  ]),
]

async function loadReturnsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const { query } = request
  const state = RETURN_STATES.find((one): one is ReturnState => one === query.get('state')) ?? ''
  const { rows, ...list } = await readReturns(shop, state, v.parse(pageParameter, query.get('page')))
  return {
    status: 200,
    head: staffHead('Returns', '/admin/returns'),
    props: {
      frame: await staffFrameProps(shop, request),
      state,
      list: { ...list, returns: rows.map((row) => returnView(shop, row)) },
    } satisfies ReturnsPageProps,
  }
}
