import { useRef, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import SelectionBar, { SelectionHead } from '#web/admin/list/selection-bar.tsx'
import selecting from '#web/admin/list/selection.module.css'
import { useSelection } from '#web/admin/list/selection.ts'
import { useListKeys } from '#web/admin/list/use-list-keys.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { listAddress, PRODUCTS_VIEW, type ListQuery } from '#web/views/catalog/staff-products-query.ts'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import EditDialog from './edit-dialog.tsx'
import Pager from './pager.tsx'
import ProductTable from './product-table.tsx'
import styles from './products-page.module.css'
import StaffProductCard from './staff-product-card.tsx'
import type { useProductList } from './use-product-list.ts'

interface Props {
  list: NonNullable<ReturnType<typeof useProductList>['list']>
  query: ListQuery
  loading: boolean
  member: string
  isTable: boolean
  mayWrite: boolean
  disabled: boolean
  onPage(page: number): void
  onEdit(product: StaffProduct): void
  onDuplicate(product: StaffProduct): void
  onDelete(product: StaffProduct): void
  onRestore(product: StaffProduct): void
  onCounted(product: StaffProduct): void
  /** Many products were changed. */
  onChanged(): void
}

/** How many products were found, and one page of them, as cards or a table, of which some can be selected. */
export default function ProductList({ list, query, loading, member, isTable, onPage, ...props }: Props) {
  const { onEdit, onDuplicate, onDelete, onRestore, onChanged, ...rest } = props
  const { mayWrite } = props
  const { products, total } = list
  const rows = useRef<HTMLDivElement>(null)
  const selection = useSelection(
    'products',
    member,
    products.map(({ id }) => id),
  )
  const [view, setView] = useProductsView(isTable)
  const [asked, setAsked] = useState<readonly string[] | null>(null)

  async function selectFirst(first?: number) {
    const { page: _page, ...listed } = query
    const answer = await call('GET /api/staff/product-ids', {
      query: new URLSearchParams(
        listAddress({ ...listed, page: 1 }) + (first ? `&first=${first}` : ''),
      ).toString(),
    })
    if (answer.kind === 'done') selection.add(answer.value.ids)
    else showToast('error', answer.title ?? 'The shop did not respond. Try again.')
  }

  useListKeys(rows, (key, id, isShifted) => {
    if (!mayWrite) return
    if (key === 'x' && id !== null) selection.toggle(id, isShifted)
    if (key === 'a') void selectFirst()
    const meant = selection.keys.length > 0 ? selection.keys : id === null ? [] : [id]
    if (key === 'e' && meant.length > 0) setAsked(meant)
  })

  const shown = { ...rest, selection: mayWrite ? selection : null }
  const page = (
    <div aria-busy={loading} data-loading={loading || undefined} className={styles.shown}>
      {view === 'table' ? (
        <ProductTable {...shown} products={products} onEdit={onEdit} onRestore={onRestore} />
      ) : (
        <ul className={styles.grid}>
          {products.map((product) => (
            <StaffProductCard
              key={product.id}
              {...shown}
              product={product}
              onEdit={() => onEdit(product)}
              onDuplicate={() => onDuplicate(product)}
              onDelete={() => onDelete(product)}
              onRestore={() => onRestore(product)}
            />
          ))}
        </ul>
      )}
    </div>
  )
  return (
    <>
      <div className={styles.above}>
        <p role="status" className={styles.count}>
          {total === 1 ? '1 product' : `${total} products`}
        </p>
        <fieldset className={styles.views}>
          <legend className="visually-hidden">Show as</legend>
          {(['cards', 'table'] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="view"
                className="visually-hidden"
                checked={view === one}
                onChange={() => setView(one)}
              />
              <span>{one === 'cards' ? 'Cards' : 'Table'}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {products.length === 0 && <p className={styles.empty}>{nothingHere(query)}</p>}
      {products.length > 0 && !mayWrite && page}
      {mayWrite && (products.length > 0 || selection.keys.length > 0) && (
        <div ref={rows} className={selecting.list}>
          <SelectionHead
            selection={selection}
            total={total}
            isWhole={total <= products.length}
            onSelectFirst={(first) => void selectFirst(first)}
          />
          {products.length > 0 && page}
          <SelectionBar
            label="Selected products"
            selection={selection}
            total={total}
            onSelectAll={() => void selectFirst()}
          >
            <Button
              tone="red"
              className={form.small}
              aria-haspopup="dialog"
              onClick={() => setAsked(selection.keys)}
            >
              Change
            </Button>
          </SelectionBar>
        </div>
      )}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
      {asked && (
        <EditDialog
          ids={asked}
          isArchived={query.archived !== ''}
          onKeep={selection.keep}
          onClose={(isChanged) => {
            setAsked(null)
            if (isChanged) onChanged()
          }}
        />
      )}
    </>
  )
}

type View = 'cards' | 'table'

/** How the list is shown in this browser, from the next visit on too. */
function useProductsView(isTable: boolean): [View, (view: View) => void] {
  const [view, setView] = useState<View>(isTable ? 'table' : 'cards')
  return [
    view,
    (next) => {
      document.cookie = `${PRODUCTS_VIEW}=${next}; Path=/admin; Max-Age=31536000; SameSite=Lax`
      setView(next)
    },
  ]
}

function nothingHere({ q, category, stock, archived }: ListQuery): string {
  if (q + category + stock !== '') return 'No product matches. Try other words or fewer filters.'
  return archived === '' ? 'There are no products yet.' : 'Nothing is archived.'
}
