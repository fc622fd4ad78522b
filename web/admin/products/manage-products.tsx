import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StaffAnswer } from '#web/admin/ask-staff.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Spinner from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { askToDelete, askToRestore } from './ask-products.ts'
import styles from './products-page.module.css'
import type { ListQuery } from '#web/views/catalogue/staff-products-query.ts'
import { MESSAGES, tableStoreMessage } from './messages.ts'
import type { MirrorStatusView } from '#web/views/catalogue/mirror-status.ts'
import MirrorNotice from './mirror/mirror-notice.tsx'
import { useMirrorStatus } from './mirror/use-mirror-status.ts'
import Pager from './pager.tsx'
import ProductDialog from './product-dialog.tsx'
import type { ProductTask } from './use-product-form.ts'
import ProductFilters from './product-filters.tsx'
import StaffProductCard from './staff-product-card.tsx'
import type { StaffProduct } from '#web/views/catalogue/staff-product.ts'
import { useProductList, type FirstList } from './use-product-list.ts'

interface ManageProductsProps {
  query: ListQuery
  list: FirstList
  /** Null when products are edited here only. */
  mirror: MirrorStatusView | null
  mayWrite: boolean
  pictureStore: string | null
}

/** Spec 2: the toolbar, the grid, and the one modal for adding and editing. */
export default function ManageProducts(props: ManageProductsProps) {
  const { query: firstQuery, list: first, mirror: firstNews, mayWrite, pictureStore } = props
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const products = useProductList(firstQuery, first)
  const mirror = useMirrorStatus(firstNews)
  const [task, setTask] = useState<ProductTask | null>(null)
  const [toDelete, setToDelete] = useState<StaffProduct | null>(null)
  const [busy, setBusy] = useState(false)
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

  function takeOff({ id }: StaffProduct) {
    products.changeInPlace((shown) => shown.filter((product) => product.id !== id))
    heading.current?.focus({ preventScroll: true })
  }

  async function deleteNow(product: StaffProduct) {
    setBusy(true)
    const answer = await askToDelete(product.id)
    flushSync(() => {
      setBusy(false)
      setToDelete(null)
    })
    const isGone = answer.kind === 'done' || answer.code === 'not-found'
    if (isGone) takeOff(product)
    if (answer.kind === 'done')
      offerUndo(MESSAGES.deleted, () => undo(askToRestore, product, MESSAGES.restored))
    else if (isGone) showToast('success', MESSAGES.deleted)
    else sayFailed(MESSAGES.deleteFailed, answer)
  }

  async function restore(product: StaffProduct) {
    setBusy(true)
    const answer = await askToRestore(product.id)
    setBusy(false)
    if (answer.kind !== 'done') return sayFailed(MESSAGES.restoreFailed, answer)
    takeOff(product)
    offerUndo(MESSAGES.restored, () => undo(askToDelete, product, MESSAGES.deleted))
  }

  /** Sends the opposite of what was done, and shows the product again. */
  async function undo(ask: typeof askToDelete, { id }: StaffProduct, done: string) {
    const answer = await ask(id)
    if (answer.kind !== 'done') return sayFailed(MESSAGES.undoFailed, answer)
    products.reload()
    heading.current?.focus({ preventScroll: true })
    showToast('success', done)
  }

  return (
    <>
      <div className={styles.toolbar}>
        <h2 ref={heading} tabIndex={-1}>
          Manage Products
        </h2>
        {mayWrite && (
          <a className={styles.further} href="/admin/search-words">
            Search words
          </a>
        )}
        {mayWrite && (
          <a className={styles.further} href="/admin/stock-count">
            Count stock
          </a>
        )}
        {mayWrite && (
          <Button tone="red" disabled={!hydrated} onClick={() => setTask({ kind: 'add', copyOf: null })}>
            Add New Product
          </Button>
        )}
      </div>
      <MirrorNotice mirror={mirror} mayWrite={mayWrite} />
      <ProductFilters query={firstQuery} onChange={products.show} />
      {failure && (
        <div role="alert" className={styles.failed}>
          <div>
            <p>{MESSAGES.loadFailed}</p>
            {failure.reason && <p className={styles.reason}>{failure.reason}</p>}
          </div>
          <Button tone="plain" onClick={products.reload}>
            Try again
          </Button>
        </div>
      )}
      {list && (
        <>
          <p role="status" className={styles.count}>
            {list.total === 1 ? '1 product' : `${list.total} products`}
          </p>
          {list.products.length === 0 && <p className={styles.empty}>{nothingHere(query)}</p>}
          {list.products.length > 0 && (
            <ul className={styles.grid} aria-busy={loading} data-loading={loading || undefined}>
              {list.products.map((product) => (
                <StaffProductCard
                  key={product.id}
                  product={product}
                  mayWrite={mayWrite}
                  disabled={busy || !hydrated}
                  onEdit={() => setTask({ kind: 'edit', product })}
                  onDuplicate={() => setTask({ kind: 'add', copyOf: product })}
                  onDelete={() => setToDelete(product)}
                  onRestore={() => void restore(product)}
                  onCounted={products.replace}
                />
              ))}
            </ul>
          )}
          <Pager page={list.page} pages={list.pages} onPage={(page) => products.show({ page })} />
        </>
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
          detail={`${toDelete.name} will be archived: it leaves the shop, and you can restore it at any time.`}
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

/** What failed, and what the table store said about it when it was the one. */
function sayFailed(message: string, answer: StaffAnswer<null> & { kind: 'refused' }): void {
  showToast('error', message, 5_000)
  const reason = tableStoreMessage(answer)
  if (reason !== null) showToast('error', reason, 5_000)
}

function nothingHere({ q, category, stock, archived }: ListQuery): string {
  if (q + category + stock !== '') return 'No product matches. Try other words or fewer filters.'
  return archived === '' ? 'There are no products yet.' : 'Nothing is archived.'
}
