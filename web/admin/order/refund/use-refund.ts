import { useState } from 'react'
import { cents, centsFromDollars, formatCad } from '#domain/money.ts'
import type { ChosenUnits, SplitUnits } from '#domain/orders/fulfilment.ts'
import { chooseAll, priceChoice, type RefundChoice } from '#domain/refunds/refund-price.ts'
import { newId } from '#web/admin/new-id.ts'
import type { OrderTask } from '#web/admin/order/order-dialog.tsx'

const NOTHING: RefundChoice = { items: [], shipping: false }
const NO_OFFER = { lines: [], shipping: 0, left: 0 }

/** What staff have chosen to refund: parts of the order, or another sum, and the units to restock. */
export function useRefund(order: OrderTask['order']) {
  const offer = order.refundable ?? NO_OFFER
  const { left } = order.payment
  const [refundId] = useState(newId)
  const [kind, setKind] = useState<string>('items')
  const isSum = kind === 'sum'
  const setIsSum = (is: boolean) => setKind(is ? 'sum' : 'items')
  const rest = order.refundRests.find(({ id }) => id === kind) ?? null
  const [choice, setChoice] = useState(NOTHING)
  const [isRestocked, setIsRestocked] = useState(false)
  const [amount, setAmount] = useState('')
  const [units, setUnits] = useState<readonly SplitUnits[]>([])
  const price = priceChoice(offer, choice)
  const typed = amount.replace(/^\s*(C?\$)?\s*/, '').trim()
  const restockable = order.lines.filter(({ left: inParcel }) => order.isPaid && inParcel > 0)

  function takeAll() {
    const all = chooseAll(offer)
    const whole = priceChoice(offer, all)
    // Money beyond the items and the shipping can only be refunded as a sum.
    const isCovered = whole.kind === 'priced' && whole.amount === offer.left
    setIsSum(!isCovered)
    if (isCovered) setChoice(all)
    else setAmount(left?.typed ?? '')
  }

  /** Units to restock: in another sum as entered, else all that are chosen. */
  function restocked() {
    if (rest) return []
    const leftOf = ({ position, sent = 0 }: ChosenUnits) => {
      const line = restockable.find((one) => one.position === position)
      return sent > 0 ? (line?.leftSent ?? 0) : (line?.left ?? 0) - (line?.leftSent ?? 0)
    }
    const wanted = isSum
      ? units
      : isRestocked
        ? choice.items.map((item) => {
            const quantity = Math.min(item.quantity, leftOf(item))
            return { ...item, quantity, sent: item.sent ? quantity : 0 }
          })
        : []
    return wanted.filter(({ quantity }) => quantity > 0)
  }

  return {
    offer,
    /** `items`, `sum`, or the id of the refund whose rest is refunded. */
    kind,
    setKind,
    isSum,
    rest,
    choice,
    setChoice,
    isRestocked,
    setIsRestocked,
    amount,
    setAmount,
    units,
    setUnits,
    price,
    /** The typed sum, as far as so much is left. */
    typedSum: Math.min(centsFromText(typed), offer.left),
    /** What will be refunded, in words; empty while nothing is chosen. */
    sum: rest
      ? formatCad(cents(rest.amount))
      : isSum
        ? typed && `C$${typed}`
        : price.kind === 'priced'
          ? formatCad(price.amount)
          : '',
    restockable,
    mayRestock: choice.items.some((item) => restockable.some((line) => line.position === item.position)),
    takeAll,
    body: () => ({
      refundId,
      ...(rest ? { restOf: rest.id } : isSum ? { amount } : choice),
      units: restocked(),
    }),
  }
}

/** The props that the parts of the refund dialog share. */
export type Refund = ReturnType<typeof useRefund>

/** A typed sum in cents; 0 while it is none. */
function centsFromText(typed: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(typed) ? (centsFromDollars(Number(typed.replace(',', '.'))) ?? 0) : 0
}
