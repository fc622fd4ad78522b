import { useEffect } from 'react'
import Notice from '#web/ui/notice.tsx'
import { cartChangeMessage } from '#web/visitor/cart-change-message.ts'
import type { Cart } from '#web/visitor/cart-store.ts'
import { dismissDroppedNotice } from '#web/visitor/edit-cart.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import type { CartChange } from '#web/visitor/reprice.ts'
import { useWords } from '#web/ui/use-words.ts'

interface Props {
  cart: Cart
  changes: readonly CartChange[]
  formatPrice: FormatPrice
  /** A sentence of the page. */
  children?: string | false
}

/** Notices about the cart: removed lines, changed prices, a browser that stores nothing. */
export default function CartNotices({ cart, changes, formatPrice, children = false }: Props) {
  const words = useWords('cart')
  const { dropped, remembered } = cart
  useEffect(() => {
    if (dropped > 0) dismissDroppedNotice()
  }, [dropped])
  const sentences = [
    ...(children ? [children] : []),
    ...(remembered ? [] : [words.notRemembered]),
    ...(dropped > 0 ? [words.dropped(dropped)] : []),
    ...changes.map((change) => cartChangeMessage(change, formatPrice)),
  ]

  return (
    <div aria-live="polite">
      {sentences.length > 0 && (
        <Notice>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}
