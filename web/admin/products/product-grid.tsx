import type { ComponentProps } from 'react'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import type { ListQuery } from '#web/views/catalog/staff-products-query.ts'
import Pager from './pager.tsx'
import styles from './products-page.module.css'
import StaffProductCard from './staff-product-card.tsx'
import type { useProductList } from './use-product-list.ts'

interface Props extends Pick<ComponentProps<typeof StaffProductCard>, 'mayWrite' | 'disabled' | 'onCounted'> {
  list: NonNullable<ReturnType<typeof useProductList>['list']>
  query: ListQuery
  loading: boolean
  onPage(page: number): void
  onEdit(product: StaffProduct): void
  onDuplicate(product: StaffProduct): void
  onDelete(product: StaffProduct): void
  onRestore(product: StaffProduct): void
}

/** The number of products found, one page of them, and the other pages. */
export default function ProductGrid({ list, query, loading, onPage, ...card }: Props) {
  const { onEdit, onDuplicate, onDelete, onRestore, ...rest } = card
  return (
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
              {...rest}
              product={product}
              onEdit={() => onEdit(product)}
              onDuplicate={() => onDuplicate(product)}
              onDelete={() => onDelete(product)}
              onRestore={() => onRestore(product)}
            />
          ))}
        </ul>
      )}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
    </>
  )
}

function nothingHere({ q, category, stock, archived }: ListQuery): string {
  if (q + category + stock !== '') return 'No product matches. Try other words or fewer filters.'
  return archived === '' ? 'There are no products yet.' : 'Nothing is archived.'
}
