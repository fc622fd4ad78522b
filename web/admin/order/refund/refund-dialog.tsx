import { useState } from 'react'
import { newId } from '#web/admin/new-id.ts'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import { centsFromDollars, formatCad } from '#domain/money.ts'
import { chooseAll, priceChoice, type RefundChoice } from '#domain/refunds/refund-price.ts'
import type { ChosenUnits, SplitUnits } from '#domain/orders/fulfilment.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import RefundItems from './refund-items.tsx'
import RefundSplit from './refund-split.tsx'
import RestockFields from './restock-fields.tsx'
import { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import StaffOnlyField from '#web/admin/order/staff-only-field.tsx'
import CheckedGateway from '#web/admin/order/checked-gateway.tsx'

const NOTHING: RefundChoice = { items: [], shipping: false }
const NO_OFFER = { lines: [], shipping: 0, left: 0 }

/** Refunds the chosen items and shipping, or another sum, and restocks returned units. Nothing is chosen at first. */
export default function RefundDialog(task: OrderTask) {
  const { order } = task
  const words = sendingWords(order)
  const offer = order.refundable ?? NO_OFFER
  const [refundId] = useState(newId)
  const { left } = order.payment
  const [isSum, setIsSum] = useState(false)
  const [choice, setChoice] = useState(NOTHING)
  const [isRestocked, setIsRestocked] = useState(false)
  const [amount, setAmount] = useState('')
  const [units, setUnits] = useState<readonly SplitUnits[]>([])
  const [reason, setReason] = useState('')
  const [checkedGateway, setCheckedGateway] = useState(false)
  const price = priceChoice(offer, choice)
  const typed = amount.replace(/^\s*(C?\$)?\s*/, '').trim()
  const typedSum = Math.min(centsFromText(typed), offer.left)
  const sum = isSum ? typed && `C$${typed}` : price.kind === 'priced' ? formatCad(price.amount) : ''
  const isLimited = !isSum && price.kind === 'priced' && price.whole > price.amount
  const restockable = order.lines.filter(({ left: inParcel }) => order.isPaid && inParcel > 0)
  const mayRestock = choice.items.some((item) => restockable.some((line) => line.position === item.position))

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

  return (
    <OrderDialog
      {...task}
      title="Refund"
      detail={refundDetail(order)}
      yes={sum === '' ? 'Refund' : `Refund ${sum}`}
      action="refund"
      done={order.payments.every(({ external }) => external) ? 'Refund recorded' : 'Refund requested'}
      body={() => ({
        version: order.version,
        refundId,
        ...(isSum ? { amount } : choice),
        reason,
        units: restocked(),
        checkedGateway,
      })}
    >
      {(errors) => (
        <>
          <button type="button" className={form.toggle} onClick={takeAll}>
            Refund everything: {left?.words}
          </button>
          <fieldset className={form.group}>
            <legend>What to refund</legend>
            {[
              { value: false, label: 'Items and shipping' },
              { value: true, label: 'Another amount' },
            ].map(({ value, label }) => (
              <label key={label} className={styles.check}>
                <input type="radio" name="kind" checked={isSum === value} onChange={() => setIsSum(value)} />
                {label}
              </label>
            ))}
          </fieldset>
          {isSum ? (
            <>
              <Field
                label="Amount (CAD $)"
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                error={errors['amount']}
                onChange={({ target }) => setAmount(target.value)}
              />
              <RefundSplit books={order.refundBooks} choice={null} amount={typedSum} />
              <RestockFields
                lines={restockable}
                units={units}
                words={words}
                error={errors['units']}
                onChange={setUnits}
              />
            </>
          ) : (
            <>
              <RefundItems
                lines={order.lines}
                words={words}
                offer={offer}
                choice={choice}
                error={errors['items'] ?? errors['amount']}
                onChange={setChoice}
              />
              {mayRestock && (
                <Checkbox
                  className={styles.check}
                  checked={isRestocked}
                  aria-invalid={errors['units'] ? true : undefined}
                  aria-describedby={errors['units'] && 'restock-error'}
                  onChange={({ target }) => setIsRestocked(target.checked)}
                >
                  Return these items to stock
                </Checkbox>
              )}
              {mayRestock && errors['units'] && (
                <p id="restock-error" className={styles.error}>
                  {errors['units']}
                </p>
              )}
              <p role="status" className={styles.sum}>
                {price.kind === 'priced' ? `To refund: ${sum}` : 'Nothing is chosen yet'}
                {isLimited &&
                  `. The chosen parts cost ${formatCad(price.whole)}, but no more than this is left.`}
              </p>
              <RefundSplit
                books={order.refundBooks}
                choice={choice}
                amount={price.kind === 'priced' ? price.amount : 0}
              />
            </>
          )}
          <CheckedGateway
            order={order}
            checked={checkedGateway}
            error={errors['checkedGateway']}
            onChange={setCheckedGateway}
          />
          <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
        </>
      )}
    </OrderDialog>
  )
}

/** A typed sum in cents; 0 while it is none. */
function centsFromText(typed: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(typed) ? (centsFromDollars(Number(typed.replace(',', '.'))) ?? 0) : 0
}

/** What will happen. Money that was paid outside the shop is returned by staff. */
function refundDetail({ payment, payments, customer, erased }: OrderTask['order']): string {
  const outside = payments.flatMap(({ gateway, external }) =>
    external === null ? [] : [`${external.amount} by ${gateway.toLowerCase()}`],
  )
  const isOutside = outside.length > 0
  const mail = erased
    ? 'No one gets an email: the customer’s data was deleted.'
    : customer.email === ''
      ? 'No one gets an email: the order has no email address.'
      : 'The customer gets an email once the refund is made.'
  return [
    `Up to ${payment.left?.words ?? 'nothing'} can ${isOutside ? 'be refunded' : 'be refunded to the card'}.`,
    isOutside &&
      `Paid outside the shop: ${outside.join(', ')}. Refund it yourself; it is recorded as refunded at once.`,
    mail,
  ]
    .filter(Boolean)
    .join(' ')
}
