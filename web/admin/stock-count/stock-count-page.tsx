import { useState } from 'react'
import inbox from '#web/admin/list/inbox.module.css'
import SearchField from '#web/admin/list/search-field.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import CountedProduct from './counted-product.tsx'
import styles from './stock-count-page.module.css'
import { useStockTaking, type ProductToCount } from './use-stock-taking.ts'

export interface StockCountPageProps {
  frame: StaffFrameProps
  q: string
  /** Empty: all. */
  category: string
  categories: { value: string; label: string }[]
  page: number
  pages: number
  /** Where the stock ledger stood when the counts were read. */
  ledger: number
  /** By name. */
  products: ProductToCount[]
}

const PATH = '/admin/stock-count'

/** Counts the shelf: staff type what is there, see where it differs, and apply it, product by product. */
export default function StockCountPage({
  frame,
  q,
  category,
  categories,
  page,
  pages,
  ledger,
  products,
}: StockCountPageProps) {
  const taking = useStockTaking(products, ledger)
  const { typedCount, differing, wrong, busy } = taking
  const addressOf = (to: number) =>
    `${PATH}?${new URLSearchParams({ ...(q !== '' && { q }), ...(category !== '' && { category }), ...(to > 1 && { page: String(to) }) })}`
  return (
    <StaffFrame frame={frame} title="Count stock" here="/admin/dashboard">
      <p className={styles.lead}>
        Enter what is on the shelf, and leave blank what you did not count. Items sold while you count are
        subtracted for you. Items held by unpaid orders are on the shelf but not in stock: leave them out.
      </p>
      <form method="get" action={PATH} className={styles.filter}>
        <SearchField className={undefined} placeholder="Name, SKU or barcode" defaultValue={q} />
        <Select label="Category" name="category" defaultValue={category}>
          <option value="">All categories</option>
          {categories.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit" tone="plain">
          Show
        </Button>
      </form>
      <ScanField onScan={taking.scan} said={taking.scanned} />
      {taking.products.length === 0 ? (
        <p className={inbox.empty}>No products here.</p>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void taking.apply()
          }}
        >
          <ul className={styles.products}>
            {taking.products.map((product) => (
              <CountedProduct
                key={product.id}
                product={product}
                disabled={busy}
                onType={(size, typed) => taking.type(product.id, size, typed)}
              />
            ))}
          </ul>
          <div className={styles.footer}>
            <p role="status">
              {typedCount === 0
                ? 'Nothing counted yet.'
                : `${typedCount} counted, ${differing === 0 ? 'none differs' : differing === 1 ? '1 differs' : `${differing} differ`}.`}
              {wrong > 0 && ' Some entries are not whole numbers.'}
            </p>
            <Button type="submit" tone="red" disabled={busy || typedCount === 0}>
              {busy ? 'Applying...' : 'Apply counts'}
            </Button>
          </div>
        </form>
      )}
      <PageLinks page={page} pages={pages} addressOf={addressOf} />
    </StaffFrame>
  )
}

/** Counts one unit with each scan, also of products that are not listed. */
function ScanField({ onScan, said }: { onScan: (code: string) => void; said: string }) {
  const [code, setCode] = useState('')
  return (
    <form
      className={styles.scan}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') onScan(code.trim())
        setCode('')
      }}
    >
      <Field
        label="Scan to count"
        autoComplete="off"
        spellCheck={false}
        value={code}
        hint="Each scan of a barcode or SKU counts one unit."
        onChange={({ target }) => setCode(target.value)}
      />
      <p role="status">{said}</p>
    </form>
  )
}
