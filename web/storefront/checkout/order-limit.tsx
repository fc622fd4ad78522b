import { useRef, useState } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import { lineName } from '#web/storefront/cart/total-words.ts'
import { removeLine, setLineQuantity } from '#web/visitor/edit-cart.ts'
import type { LineLimit } from '#web/visitor/reprice.ts'
import * as words from '#words/checkout/checkout.ts'
import { orderLimitMessage } from './messages.ts'
import styles from './order-limit.module.css'

interface Props {
  line: CartLine
  limit: LineLimit | undefined
}

/** Shows how many units one order may have, and offers to reduce the line to that. */
export default function OrderLimit({ line, limit }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isLowered, setLowered] = useState(false)

  // The focused button disappears in either case.
  function goOn(allowed: number): void {
    if (allowed === 0) {
      place.current?.closest('aside')?.focus()
      return removeLine(lineKey(line))
    }
    setLowered(true)
    setLineQuantity(lineKey(line), allowed)
    place.current?.focus()
  }

  return (
    <div ref={place} tabIndex={-1} aria-live="polite">
      {limit && (
        <>
          <p className={styles.limit}>{orderLimitMessage(limit)}</p>
          <button type="button" className={styles.button} onClick={() => goOn(limit.allowed)}>
            {limit.allowed === 0 ? words.remove : words.orderOnly(limit.allowed)}
            <span className="visually-hidden"> {lineName(line)}</span>
          </button>
        </>
      )}
      {!limit && isLowered && <p className="visually-hidden">{words.orderedNow(line.quantity)}</p>}
    </div>
  )
}
