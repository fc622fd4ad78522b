import { useEffect, useRef } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import type { Cents } from '#domain/money.ts'
import { productAddress } from '#web/ui/product/product-address.ts'
import ListedPrice from '#web/ui/product/listed-price.tsx'
import QuantityStepper from '#web/ui/quantity-stepper.tsx'
import { setLineQuantity } from '#web/visitor/edit-cart.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { useWords } from '#web/ui/use-words.ts'
import CartPicture from './cart-picture.tsx'
import styles from './cart-lines.module.css'
import { lineDetail, lineName } from './total-words.ts'

interface Props {
  lines: readonly CartLine[]
  formatPrice: FormatPrice
  /** Higher prices before a reduction, by the key of their line. */
  before?: ReadonlyMap<string, Cents>
  onRemove(line: CartLine, index: number): void
  /** The line that was just restored: it gets the focus. */
  restored: CartLine | null
  /** The line that was just added: it is labelled as added. */
  added?: string | null
}

export default function CartLines({ lines, formatPrice, before, onRemove, restored, added }: Props) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => (
        <CartLineRow
          key={lineKey(line)}
          line={line}
          formatPrice={formatPrice}
          before={before?.get(lineKey(line))}
          onRemove={() => onRemove(line, index)}
          isRestored={restored !== null && lineKey(line) === lineKey(restored)}
          isAdded={lineKey(line) === added}
          isInPanel={added !== undefined}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  line: CartLine
  formatPrice: FormatPrice
  before: Cents | undefined
  onRemove(): void
  isRestored: boolean
  isAdded: boolean
  /** Below the heading of the panel, which is an h2. */
  isInPanel: boolean
}

function CartLineRow({ line, formatPrice, before, onRemove, isRestored, isAdded, isInPanel }: RowProps) {
  const words = useWords('cart')
  const { product, quantity, selectedSize } = line
  const remove = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isRestored) remove.current?.focus()
  }, [isRestored])
  const Heading = isInPanel ? 'h3' : 'h2'
  const href = productAddress(product.id, selectedSize)
  return (
    <li className={styles.line} data-added={isAdded || undefined}>
      <a href={href} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <CartPicture address={product.imageUrls[0]} />
      </a>
      <Heading className={styles.name}>
        <a href={href}>{product.name}</a>
      </Heading>
      <p className={styles.size}>
        {lineDetail(line)}
        {isAdded && <span className={styles.added}>{words.justAdded}</span>}
      </p>
      <p className={styles.price}>
        <ListedPrice price={formatPrice(product.price)} before={before && formatPrice(before)} />
      </p>
      <div className={styles.actions}>
        <QuantityStepper
          quantity={quantity}
          of={lineName(line)}
          onChange={(changed) => setLineQuantity(lineKey(line), changed)}
        />
        <button ref={remove} type="button" className={styles.remove} onClick={onRemove}>
          {words.remove}
          <span className="visually-hidden"> {lineName(line)}</span>
        </button>
      </div>
    </li>
  )
}
