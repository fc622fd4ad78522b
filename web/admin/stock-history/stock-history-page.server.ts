import { toProductId } from '#domain/ids.ts'
import { stockEvents } from '#domain/stock/stock-change.ts'
import type { Shop } from '#operations/shop.ts'
import { readMovements } from '#operations/stock/read-stock.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import StockHistoryPage, { type StockHistoryPageProps } from './stock-history-page.tsx'

export const routes = [
  staffPage(
    '/admin/products/:id/stock',
    'products.read',
    'admin/stock-history/stock-history-page',
    StockHistoryPage,
    loadStockHistoryPage,
    ['before'],
  ),
]

export async function loadStockHistoryPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const id = toProductId(request.params['id'] ?? '')
  const asked = Number(request.query.get('before') ?? Number.NaN)
  const before = Number.isSafeInteger(asked) && asked > 0 ? asked : null
  const [frame, product] = await Promise.all([
    staffFrameProps(shop, request),
    shop.catalog.find(id, { archivedToo: true }),
  ])
  const found = product === null ? null : await readMovements(shop, id, before)
  const time = staffTime(shop)
  return {
    status: product === null ? 404 : 200,
    head: staffHead('Stock history', `/admin/products/${id}/stock`),
    props: {
      frame,
      product: product && { id, name: product.name },
      sizes: product?.archivedAt === null ? product.sizes : [],
      events: stockEvents(found?.movements ?? []).map((event) => ({ ...event, at: time(event.at) })),
      newest: before === null,
      older: found?.older ?? null,
    } satisfies StockHistoryPageProps,
  }
}
