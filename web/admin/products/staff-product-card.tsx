import Button from '#web/ui/button.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './staff-product-card.module.css'
import { SelectRow } from '#web/admin/list/selection-bar.tsx'
import type { Selection } from '#web/admin/list/selection.ts'
import StockCounts from './stock/stock-counts.tsx'
import { catalogPrice, type StaffProduct } from '#web/views/catalog/staff-product.ts'
import { dateFormat } from '#domain/date-format.ts'
import { use, useState } from 'react'
import { publicationOf } from '#domain/catalog/product.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ShopTimeZone } from './publishing/shop-time-zone.ts'

interface StaffProductCardProps {
  product: StaffProduct
  /** Null: the role does not allow changing products. */
  selection: Selection | null
  mayWrite: boolean
  disabled: boolean
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
  onRestore: () => void
  onCounted: (product: StaffProduct) => void
}

/** Spec 2: all images, name, price with a $ sign, 'Stock: n' with each size, Edit and Delete. */
export default function StaffProductCard(props: StaffProductCardProps) {
  const { product, selection, mayWrite, disabled, onEdit, onDuplicate, onDelete, onRestore, onCounted } =
    props
  const { id, name, pictures, outOfStock, archivedAt } = product
  return (
    <li className={styles.card} data-row={id} data-chosen={selection?.has(id) || undefined}>
      {selection && (
        <div className={styles.choose}>
          <SelectRow selection={selection} row={id} name={name} field="product" />
        </div>
      )}
      <div className={styles.pictures}>
        {pictures.length === 0 && <Picture picture={null} sizes="6rem" />}
        {pictures.map((picture) => (
          <Picture key={picture.key} picture={picture.view} sizes="6rem" decorative={picture.alt === ''} />
        ))}
      </div>
      <div className={styles.facts}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.price}>{catalogPrice(product).replace('C$', '$')}</p>
        <PublicationMark product={product} />
        <StockCounts product={product} mayWrite={mayWrite} disabled={disabled} onChanged={onCounted} />
        <p className={styles.links}>
          <a href={`/admin/products/${id}/stock`} aria-label={`Stock history of ${name}`}>
            Stock history
          </a>
          {mayWrite && archivedAt === null && (
            <a href={`/admin/products/${id}/preview`} aria-label={`Preview ${name}`}>
              Preview
            </a>
          )}
        </p>
        {outOfStock && <strong className={styles.out}>Out of stock</strong>}
      </div>
      {mayWrite && (
        <div className={styles.actions}>
          {archivedAt === null ? (
            <>
              <Button tone="plain" disabled={disabled} aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit
              </Button>
              <Button tone="plain" disabled={disabled} aria-label={`Duplicate ${name}`} onClick={onDuplicate}>
                Duplicate
              </Button>
              <Button tone="plain" disabled={disabled} aria-label={`Delete ${name}`} onClick={onDelete}>
                Delete
              </Button>
            </>
          ) : (
            <Button tone="plain" disabled={disabled} aria-label={`Restore ${name}`} onClick={onRestore}>
              Restore
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Whether shoppers see a product, unless it is simply on sale. Times are in the time zone of the shop. */
export function PublicationMark({ product }: { product: StaffProduct }) {
  const hydrated = useHydrated()
  const [now] = useState(Date.now)
  const timeZone = use(ShopTimeZone)
  const { publishedFrom, soldFrom, publishedUntil } = product
  const time = (at: number | null) =>
    hydrated && at !== null
      ? dateFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
      : '…'
  switch (publicationOf(product, now)) {
    case 'draft':
      return <p className={styles.mark}>Draft</p>
    case 'scheduled':
      return <p className={styles.mark}>In the shop from {time(publishedFrom)}</p>
    case 'announced':
      return <p className={styles.mark}>Sold from {time(soldFrom)}</p>
    case 'ended':
      return <p className={styles.mark}>Not in the shop since {time(publishedUntil)}</p>
    case 'on-sale':
      return publishedUntil === null ? null : (
        <p className={styles.mark}>In the shop until {time(publishedUntil)}</p>
      )
    case 'archived':
      return null
  }
}
