import { useState } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import type { Cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { cartNews } from './messages.ts'

interface Props {
  lines: readonly CartLine[]
  subtotal: Cents
  /** The total in words, where the screen shows it. */
  total?: string
  formatPrice: FormatPrice
}

/** Announces what a changed quantity or a removed line makes of the cart. Nothing on arrival. */
export default function CartNews({ lines, subtotal, total, formatPrice }: Props) {
  const [heard, setHeard] = useState(lines)
  const [news, setNews] = useState('')
  if (quantitiesOf(lines) !== quantitiesOf(heard)) {
    const before = new Map(heard.map((line) => [lineKey(line), line.quantity]))
    const changed = lines.find((line) => before.get(lineKey(line)) !== line.quantity) ?? null
    setHeard(lines)
    setNews(cartNews(changed, formatPrice(subtotal), total))
  }
  return (
    <p className="visually-hidden" role="status">
      {news}
    </p>
  )
}

function quantitiesOf(lines: readonly CartLine[]): string {
  return JSON.stringify(lines.map((line) => [lineKey(line), line.quantity]))
}
