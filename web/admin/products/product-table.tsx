import { categoryLabel } from '#domain/catalog/category-label.ts'
import { useCategories } from '#web/admin/categories.ts'
import { SelectRow } from '#web/admin/list/selection-bar.tsx'
import type { Selection } from '#web/admin/list/selection.ts'
import Table from '#web/admin/list/table.tsx'
import { PublicationMark } from './staff-product-card.tsx'
import { catalogPrice, type StaffProduct } from '#web/views/catalog/staff-product.ts'
import Button from '#web/ui/button.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './product-table.module.css'
import StockCounts from './stock/stock-counts.tsx'

interface ProductTableProps {
  products: readonly StaffProduct[]
  /** Null: the role does not allow changing products. */
  selection: Selection | null
  mayWrite: boolean
  disabled: boolean
  onEdit: (product: StaffProduct) => void
  onRestore: (product: StaffProduct) => void
  onCounted: (product: StaffProduct) => void
}

const COLUMNS = [
  { label: 'Product' },
  { label: 'Category', isBrief: true },
  { label: 'Price', align: 'end', isBrief: true },
  { label: 'Stock' },
] as const

/** The products, one a row, to compare them. */
export default function ProductTable({ products, selection, ...props }: ProductTableProps) {
  const { mayWrite, disabled, onEdit, onRestore, onCounted } = props
  const categories = useCategories()
  return (
    <Table
      caption="Products"
      columns={mayWrite ? [...COLUMNS, { label: 'Action' }] : COLUMNS}
      rows={products.map((product) => {
        const { id, name, compareAt, price, archivedAt, outOfStock } = product
        return {
          key: id,
          isChosen: selection?.has(id) ?? false,
          cells: [
            <div key="product" className={styles.product}>
              {selection && <SelectRow selection={selection} row={id} name={name} field="product" />}
              <span className={styles.picture}>
                <Picture picture={product.pictures[0]?.view ?? null} sizes="3rem" decorative />
              </span>
              <div>
                <a className={styles.name} href={`/admin/products/${id}/stock`}>
                  <span className="visually-hidden">Stock history of </span>
                  {name}
                </a>
                <PublicationMark product={product} />
              </div>
            </div>,
            categoryLabel(categories, product.category),
            <span key="price">
              {catalogPrice(product)}
              {compareAt !== null && Number(compareAt) > Number(price) && (
                <s className={styles.before}>{catalogPrice({ price: compareAt })}</s>
              )}
            </span>,
            <div key="stock">
              <StockCounts product={product} mayWrite={mayWrite} disabled={disabled} onChanged={onCounted} />
              {outOfStock && <strong className={styles.out}>Out of stock</strong>}
            </div>,
            mayWrite && (
              <Button
                key="act"
                tone="plain"
                className={styles.act}
                disabled={disabled}
                aria-label={`${archivedAt === null ? 'Edit' : 'Restore'} ${name}`}
                onClick={() => (archivedAt === null ? onEdit : onRestore)(product)}
              >
                {archivedAt === null ? 'Edit' : 'Restore'}
              </Button>
            ),
          ],
        }
      })}
    />
  )
}
