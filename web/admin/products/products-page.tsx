import type { ShopCategory } from '#domain/catalog/category.ts'
import type { ChartChoice } from '#operations/catalog/get-size-chart.ts'
import { CategoriesContext, ChartsContext } from '#web/admin/categories.ts'
import OverRefundedNotice, { type OverRefundedView } from '#web/admin/over-refunded-notice.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import StartNotice from '#web/admin/start/start-notice.tsx'
import TaxNotice from '#web/admin/taxes/tax-notice.tsx'
import styles from './products-page.module.css'
import type { MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import type { ListQuery } from '#web/views/catalog/staff-products-query.ts'
import { ShopTimeZone } from '#web/admin/products/publishing/shop-time-zone.ts'
import ManageProducts, { type OpenedProduct } from './manage-products.tsx'
import type { FirstList } from './use-product-list.ts'

export interface ProductsPageProps {
  frame: StaffFrameProps
  overRefunded: OverRefundedView[]
  /** Owners see a notice while the shop still charges 2 %. */
  hasStartingTax: boolean
  /** Owners see how many steps are left before the shop is theirs. */
  stepsLeft: number
  /** Null when products are edited here only. */
  mirror: MirrorStatusView | null
  /** The query of the list in the address, and its result. */
  query: ListQuery
  list: FirstList
  /** The browser shows it as a table. */
  isTable: boolean
  categories: readonly ShopCategory[]
  charts: readonly ChartChoice[]
  /** The service that stores pictures; null: the shop. */
  pictureStore: string | null
  timeZone: string
  /** The product that the address opens. */
  opened: OpenedProduct | null
}

/** Spec 2, admin dashboard: one tab. */
export default function ProductsPage({
  frame,
  overRefunded,
  hasStartingTax,
  stepsLeft,
  mirror,
  query,
  list,
  isTable,
  categories,
  charts,
  pictureStore,
  timeZone,
  opened,
}: ProductsPageProps) {
  return (
    <StaffFrame frame={frame} title="Admin Dashboard" here="/admin/dashboard">
      <OverRefundedNotice orders={overRefunded} />
      <div role="tablist" aria-label="Admin Dashboard" className={styles.tabs}>
        <button
          type="button"
          role="tab"
          id="products-tab"
          aria-selected
          aria-controls="products-panel"
          className={styles.tab}
        >
          Products
        </button>
      </div>
      <section role="tabpanel" id="products-panel" aria-labelledby="products-tab" className={styles.panel}>
        <ShopTimeZone value={timeZone}>
          <CategoriesContext value={categories}>
            <ChartsContext value={charts}>
              <ManageProducts
                query={query}
                list={list}
                member={frame.email}
                isTable={isTable}
                mirror={mirror}
                mayWrite={frame.permissions.includes('products.write')}
                pictureStore={pictureStore}
                opened={opened}
              />
            </ChartsContext>
          </CategoriesContext>
        </ShopTimeZone>
      </section>
      {/* Below the parts of the dashboard in spec 2, which it therefore does not move. */}
      <StartNotice left={stepsLeft} />
      <TaxNotice isShown={hasStartingTax} />
    </StaffFrame>
  )
}
