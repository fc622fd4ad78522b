import { returnNumber } from '#domain/returns/return.ts'
import { readReturn } from '#operations/returns/read-returns.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { wholeReturnView } from '#web/views/returns/return-view.server.ts'
import ReturnPage, { type ReturnPageProps } from './return-page.tsx'

export const routes = [
  staffPage('/admin/returns/:number', 'orders.read', 'admin/returns/return-page', ReturnPage, loadReturnPage),
]

/** One return. The number of an order leads to the return of it that is open. */
async function loadReturnPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const asked = request.params['number'] ?? ''
  const read = await readReturn(shop, asked)
  const number = read && returnNumber(read.order.number, read.found)
  if (number !== null && number !== asked) return { redirect: `/admin/returns/${number}` }
  return {
    status: read === null ? 404 : 200,
    head: staffHead(number === null ? 'No such return' : `Return ${number}`, request.path),
    props: {
      frame: await staffFrameProps(shop, request),
      found: read && wholeReturnView(shop, read),
    } satisfies ReturnPageProps,
  }
}
