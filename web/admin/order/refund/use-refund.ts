import { charging } from '#domain/charged-currency.ts'
import { useState } from 'react'
import { cents, centsFromDollars, formatCents } from '#domain/money.ts'
import type { ChosenUnits, SplitUnits } from '#domain/orders/fulfilment.ts'
import {
  chooseAll,
  priceChoice,
  type RefundChoice,
  type RefundOffer,
  type RefundPrice,
} from '#domain/refunds/refund-price.ts'
import { newId } from '#web/admin/new-id.ts'
import type { OrderTask } from '#web/admin/order/order-dialog.tsx'

/** `rests`: the ids of earlier refunds, to return what was not refunded of them. */
interface RefundParts extends RefundChoice {
  rests: readonly string[]
}

const NOTHING: RefundParts = { items: [], shipping: false, rests: [] }
const NO_OFFER = { lines: [], shipping: 0, left: 0 }

/** What staff have chosen to refund: parts of the order, or another sum, and the units to restock. */
export function useRefund(order: OrderTask['order']) {
  const offer = order.refundable ?? NO_OFFER
  const { left } = order.payment
  const [refundId] = useState(newId)
  const [isSum, setIsSum] = useState(false)
  const [choice, setChoice] = useState(NOTHING)
  /** Null until staff decide: what was not sent is still on the shelf. */
  const [ownRestocked, setIsRestocked] = useState<boolean | null>(null)
  const [amount, setAmount] = useState('')
  const [units, setUnits] = useState<readonly SplitUnits[]>([])
  const ofRests = sumOf(order.refundRests.filter(({ id }) => choice.rests.includes(id)))
  const items = priceBeside(offer, choice, ofRests)
  const price = withRests(items, ofRests)
  const typed = amount.replace(/^\s*(C?\$)?\s*/, '').trim()
  const isRestocked = ownRestocked ?? choice.items.every(({ sent = 0 }) => sent === 0)
  const restockable = order.lines.filter(({ left: inParcel }) => order.isPaid && inParcel > 0)

  function takeAll() {
    const all = { ...chooseAll(offer), rests: order.refundRests.map(({ id }) => id) }
    const ofAllRests = sumOf(order.refundRests)
    const whole = withRests(priceBeside(offer, all, ofAllRests), ofAllRests)
    // Money beyond the items and the shipping can only be refunded as a sum.
    const isCovered = whole.kind === 'priced' && whole.amount === offer.left
    setIsSum(!isCovered)
    if (isCovered) setChoice(all)
    else setAmount(left?.typed ?? '')
  }

  /** Units to restock: in another sum as entered, else all that are chosen. */
  function restocked() {
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
    isSum,
    setIsSum,
    choice,
    setChoice,
    isRestocked,
    setIsRestocked,
    amount,
    setAmount,
    units,
    setUnits,
    price,
    /** The price of the items and the shipping alone, in cents. */
    itemsAmount: items.kind === 'priced' ? items.amount : 0,
    /** The typed sum, as far as so much is left. */
    typedSum: Math.min(centsFromText(typed), offer.left),
    /** What will be refunded, in words; empty while nothing is chosen. */
    sum: isSum
      ? typed && `${charging.sign}${typed}`
      : price.kind === 'priced'
        ? formatCents(price.amount)
        : '',
    restockable,
    mayRestock: choice.items.some((item) => restockable.some((line) => line.position === item.position)),
    takeAll,
    body: () => ({
      refundId,
      ...(isSum ? { amount } : choice),
      units: restocked(),
    }),
  }
}

/** The props that the parts of the refund dialog share. */
export type Refund = ReturnType<typeof useRefund>

function sumOf(rests: OrderTask['order']['refundRests']): number {
  return rests.reduce((sum, { amount }) => sum + amount, 0)
}

/** The price of items and shipping, when so much is refunded of earlier refunds. */
function priceBeside(offer: RefundOffer, choice: RefundChoice, ofRests: number): RefundPrice {
  return priceChoice({ ...offer, left: Math.max(0, offer.left - ofRests) }, choice)
}

/** A price with what is refunded of earlier refunds. */
function withRests(price: RefundPrice, ofRests: number): RefundPrice {
  if (ofRests === 0 || price.kind === 'too-many-units') return price
  if (price.kind === 'nothing-chosen') {
    return { kind: 'priced', amount: cents(ofRests), whole: cents(ofRests), items: [] }
  }
  const { amount, whole } = price
  return { ...price, amount: cents(amount + ofRests), whole: cents(whole + ofRests) }
}

/** A typed sum in cents; 0 while it is not a valid sum. */
function centsFromText(typed: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(typed) ? (centsFromDollars(Number(typed.replace(',', '.'))) ?? 0) : 0
}
