import { hasPrices, IMPORT_PERMISSIONS } from '#domain/import/import-table.ts'
import { UNDO_MS } from '#domain/import/import.ts'
import { readImports } from '#operations/import/try-import.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { briefStaffTime } from '#web/views/staff-time.server.ts'
import ImportPage, { type ImportPageProps } from './import-page.tsx'

export const routes = [
  staffPage('/admin/import', 'products.write', 'admin/import/import-page', ImportPage, loadImportPage),
]

export async function loadImportPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const time = briefStaffTime(shop)
  const [frame, imports, categories] = await Promise.all([
    staffFrameProps(shop, request),
    readImports(shop).catch((error: unknown) => {
      shop.log.error('The imports could not be loaded', error)
      return null
    }),
    readCategories(shop),
  ])
  return {
    status: 200,
    head: staffHead('Import', '/admin/import'),
    props: {
      frame,
      categories: categories.map(({ label }) => label),
      imports:
        imports
          ?.filter(({ brings }) => frame.permissions.includes(IMPORT_PERMISSIONS[brings]))
          .map(({ createdAt, endedAt, headings, rows: _rows, ...one }) => ({
            ...one,
            hasPrices: hasPrices(headings),
            at: time(createdAt),
            mayUndo: endedAt === null || endedAt > shop.now() - UNDO_MS,
          })) ?? null,
    } satisfies ImportPageProps,
  }
}
