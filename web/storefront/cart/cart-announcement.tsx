import { useState } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import type { Cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import * as words from '#words/en/cart.ts'

interface Props {
  lines: readonly CartLine[]
  subtotal: Cents
  /** The total in words, where the screen shows it. */
  total?: string
  formatPrice: FormatPrice
}

/** Announces the cart's new total after a quantity changed or a line was removed, but not on arrival. */
export default function CartAnnouncement({ lines, subtotal, total, formatPrice }: Props) {
  const [announced, setAnnounced] = useState(lines)
  const [announcement, setAnnouncement] = useState('')
  if (quantitiesOf(lines) !== quantitiesOf(announced)) {
    const before = new Map(announced.map((line) => [lineKey(line), line.quantity]))
    const changed = lines.find((line) => before.get(lineKey(line)) !== line.quantity) ?? null
    setAnnounced(lines)
    setAnnouncement(announcementOf(changed, formatPrice(subtotal), total))
  }
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  )
}

function quantitiesOf(lines: readonly CartLine[]): string {
  return JSON.stringify(lines.map((line) => [lineKey(line), line.quantity]))
}

/** `changed`: the line with a new quantity; null when one was removed. */
function announcementOf(changed: CartLine | null, subtotal: string, total: string | undefined): string {
  const sums = total === undefined ? words.newSubtotal(subtotal) : words.newTotals(subtotal, total)
  if (changed === null) return sums
  const name = words.lineName(changed.product.name, changed.selectedSize)
  return words.quantityChanged(name, changed.quantity, sums)
}
