import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProductErrors } from '#domain/catalog/product-form.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Button from '#web/ui/button.tsx'
import Spinner from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './products-page.module.css'
import type { ListQuery } from '#web/views/catalog/staff-products-query.ts'
import { MESSAGES } from './messages.ts'
import type { MirrorStatusView } from '#web/views/catalog/mirror-status.ts'
import MirrorNotice from './mirror/mirror-notice.tsx'
import { useMirrorStatus } from './mirror/use-mirror-status.ts'
import ProductDialog from './product-dialog.tsx'
import type { ProductTask } from './use-product-form.ts'
import ProductFilters from './product-filters.tsx'
import ProductList from './product-list.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { useArchiving } from './use-archiving.ts'
import { useProductList, type FirstList } from './use-product-list.ts'

interface ManageProductsProps {
  query: ListQuery
  list: FirstList
  member: string
  isTable: boolean
  /** Null when products are edited here only. */
  mirror: MirrorStatusView | null
  mayWrite: boolean
  pictureStore: string | null
  /** The product that the address opens, and what for. */
  opened: OpenedProduct | null
}

/** A product to edit, with what is asked of its fields. */
export interface OpenedProduct {
  product: StaffProduct
  asked: ProductErrors
}

/** Spec 2: the toolbar, the grid, and the one modal for adding and editing. */
export default function ManageProducts(props: ManageProductsProps) {
  const {
    query: firstQuery,
    list: first,
    mirror: firstNews,
    member,
    isTable,
    mayWrite,
    pictureStore,
    opened,
  } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const products = useProductList(firstQuery, first)
  const mirror = useMirrorStatus(firstNews)
  const [task, setTask] = useState<ProductTask | null>(opened && { kind: 'edit', ...opened })
  const { list, query, loading, failure } = products

  function saved(product: StaffProduct) {
    const isAdded = task?.kind !== 'edit'
    flushSync(() => setTask(null)) // the toast belongs to the page
    showToast('success', isAdded ? MESSAGES.added : MESSAGES.updated)
    products.changeInPlace((shown) => {
      if (!isAdded) return shown.map((one) => (one.id === product.id ? product : one))
      return query.archived === '' ? [product, ...shown] : shown
    })
  }

  const { toDelete, setToDelete, busy, deleteNow, restore } = useArchiving({
    takeOff({ id }) {
      products.changeInPlace((shown) => shown.filter((product) => product.id !== id))
      heading.current?.focus({ preventScroll: true })
    },
    showAgain() {
      products.reload()
      heading.current?.focus({ preventScroll: true })
    },
  })

  return (
    <>
      <div className={styles.toolbar}>
        <h2 ref={heading} tabIndex={-1}>
          Manage Products
        </h2>
        {mayWrite && (
          <a className={styles.further} href="/admin/collections">
            Collections
          </a>
        )}
        {mayWrite && (
          <a className={styles.further} href="/admin/search-words">
            Search words
          </a>
        )}
        <a className={styles.further} href="/admin/deliveries">
          Deliveries
        </a>
        {mayWrite && (
          <a className={styles.further} href="/admin/stock-count">
            Count stock
          </a>
        )}
        {mayWrite && (
          <Button tone="red" onClick={() => setTask({ kind: 'add', copyOf: null })}>
            Add New Product
          </Button>
        )}
      </div>
      <MirrorNotice mirror={mirror} mayWrite={mayWrite} />
      <ProductFilters query={firstQuery} onChange={products.show} />
      {failure && <LoadFailure reason={failure.reason} onAgain={products.reload} />}
      {list && (
        <ProductList
          list={list}
          query={query}
          loading={loading}
          member={member}
          isTable={isTable}
          mayWrite={mayWrite}
          disabled={busy}
          onPage={(page) => products.show({ page })}
          onEdit={(product) => setTask({ kind: 'edit', product })}
          onDuplicate={(copyOf) => setTask({ kind: 'add', copyOf })}
          onDelete={setToDelete}
          onRestore={(product) => void restore(product)}
          onCounted={products.replace}
          onChanged={products.reload}
        />
      )}
      {loading && !list && <Spinner label="Loading products" />}
      {task && (
        <ProductDialog
          task={task}
          mirror={mirror}
          pictureStore={pictureStore}
          onSaved={saved}
          onClose={() => setTask(null)}
        />
      )}
      {toDelete && (
        <ConfirmDialog
          question={MESSAGES.askDelete}
          detail={`${toDelete.name} will be archived: it disappears from the shop, and you can restore it at any time.`}
          yes="Delete"
          no="Cancel"
          busy={busy}
          onYes={() => void deleteNow(toDelete)}
          onNo={() => setToDelete(null)}
        />
      )}
    </>
  )
}

function LoadFailure({ reason, onAgain }: { reason: string | null; onAgain: () => void }) {
  return (
    <div role="alert" className={styles.failed}>
      <div>
        <p>{MESSAGES.loadFailed}</p>
        {reason && <p className={styles.reason}>{reason}</p>}
      </div>
      <Button tone="plain" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
