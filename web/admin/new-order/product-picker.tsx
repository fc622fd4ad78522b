import { useEffect, useRef, useState } from 'react'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { publicationOf, unitsLeft } from '#domain/catalog/product.ts'
import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import { sizeWithCode, type Size } from '#domain/catalog/size.ts'
import { fetchProducts } from '#web/admin/products/product-requests.ts'
import { EVERYTHING } from '#web/views/catalog/staff-products-query.ts'
import { catalogPrice, type StaffProduct } from '#web/views/catalog/staff-product.ts'
import Field from '#web/ui/field.tsx'
import Picture from '#web/ui/picture.tsx'
import styles from './new-order.module.css'

const DEBOUNCE_MS = 250
const MAX_CHOICES = 6

/** The result of a search; null: it could not be loaded. */
interface Found {
  query: string
  products: readonly StaffProduct[] | null
}

interface PickerProps {
  first: readonly StaffProduct[]
  initialQuery?: string
  label: string
  disabled: boolean
  error?: string | undefined
  /** Hidden and sold out products too. */
  isAny?: boolean
  /** The button of a size: what a press does. */
  verb: string
  onPick: (product: StaffProduct, size: Size) => void
}

/** Finds goods as one types; a press on a size chooses it, and so does a scanned barcode or SKU. */
export default function ProductPicker({
  first,
  initialQuery = '',
  label,
  disabled,
  error,
  isAny = false,
  verb,
  onPick,
}: PickerProps) {
  const [query, setQuery] = useState(initialQuery)
  const [searched, setSearched] = useState<Found>({ query: '', products: first })
  const turn = useRef(0)
  const wanted = query.trim()
  const found = wanted === '' ? { query: '', products: first } : searched
  useEffect(() => {
    if (wanted === '') return
    const mine = ++turn.current
    const timer = setTimeout(() => {
      void fetchProducts({ ...EVERYTHING, q: wanted }).then((answer) => {
        if (turn.current !== mine) return
        setSearched({ query: wanted, products: answer.kind === 'done' ? answer.value.products : null })
      })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const [now] = useState(Date.now)
  const isOffered = (product: StaffProduct) =>
    !isGiftCard(product) && (isAny || publicationOf(product, now) === 'on-sale')
  const isLeft = (product: StaffProduct, size: Size) => isAny || unitsLeft(product, size) !== 0
  const offered = found.products?.filter(isOffered) ?? null
  const shown = offered?.slice(0, MAX_CHOICES) ?? []

  async function pickScanned() {
    const answer = await fetchProducts({ ...EVERYTHING, q: wanted })
    const products = answer.kind === 'done' ? answer.value.products : []
    const [sized] = products.flatMap((product) => {
      const size = isOffered(product) ? sizeWithCode(product, wanted) : null
      return size === null || !isLeft(product, size) ? [] : [{ product, size }]
    })
    if (!sized) return
    onPick(sized.product, sized.size)
    setQuery((typed) => (typed.trim() === wanted ? '' : typed))
  }

  return (
    <div className={styles.picker}>
      <Field
        label={label}
        type="search"
        autoComplete="off"
        placeholder="Name, category or barcode"
        maxLength={MAX_QUERY_LENGTH}
        disabled={disabled}
        error={error}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // the form is not finished yet
          event.currentTarget.select() // the next scan replaces this one
          if (wanted !== '') void pickScanned()
        }}
      />
      <p role="status" className={styles.quiet}>
        {countWords({ ...found, products: offered }, wanted)}
      </p>
      {shown.length > 0 && (
        <ul className={styles.found}>
          {shown.map((product) => (
            <li key={product.id}>
              <span className={styles.picture}>
                <Picture picture={product.pictures[0]?.view ?? null} sizes="3rem" decorative />
              </span>
              <span className={styles.what}>
                <strong>{product.name}</strong>
                <span className={styles.quiet}>{catalogPrice(product)}</span>
              </span>
              <span className={styles.sizes}>
                {product.sizes.length === 0 && <span className={styles.quiet}>No sizes</span>}
                {product.sizes.map(({ size }) => {
                  const left = unitsLeft(product, size)
                  return (
                    <button
                      key={size}
                      type="button"
                      className={styles.size}
                      disabled={disabled || !isLeft(product, size)}
                      onClick={() => onPick(product, size)}
                    >
                      <span className="visually-hidden">
                        {verb} {product.name},{' '}
                      </span>
                      <span>{size}</span>
                      {left !== null && (
                        <span className={styles.left}>
                          <span className="visually-hidden">, </span>
                          {left}
                          <span className="visually-hidden"> left</span>
                        </span>
                      )}
                    </button>
                  )
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function countWords({ query, products }: Found, wanted: string): string {
  if (products === null) return 'The products could not be loaded. Type again to retry.'
  if (query !== wanted) return 'Searching...'
  if (products.length === 0)
    return wanted === '' ? 'Type a name or category.' : `No product matches “${wanted}”.`
  if (wanted === '') return 'The newest products'
  return products.length > MAX_CHOICES
    ? `The first ${MAX_CHOICES} matches. Type more to narrow the list.`
    : 'Matching products'
}
