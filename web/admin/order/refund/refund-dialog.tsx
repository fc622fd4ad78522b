import { chargedUnit } from '#domain/currency.ts'
import { useState } from 'react'
import form from '#web/admin/form.module.css'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import { cents, formatCents } from '#domain/money.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import RefundItems from './refund-items.tsx'
import RestockFields from './restock-fields.tsx'
import { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import { useRefund, type Refund } from './use-refund.ts'
import MoneyReason, { NO_REASON } from '#web/admin/order/money-reason.tsx'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import { type RemainingParts, splitRefund, splitRows } from '#domain/refunds/refund-split.ts'
import * as totalWords from '#words/en/totals.ts'
import SplitRows from './split-rows.tsx'

/**
 * Refunds the chosen items, shipping and rests of earlier refunds, or another sum, and restocks returned units.
 * Nothing is chosen at first.
 */
export default function RefundDialog(task: OrderTask) {
  const { order } = task
  const refund = useRefund(order)
  const { isSum, setIsSum, sum } = refund
  const [isCredit, setIsCredit] = useState(false)
  const [why, setWhy] = useState(NO_REASON)

  return (
    <OrderDialog
      {...task}
      title="Refund"
      detail={refundDetail(order)}
      yes={sum === '' ? 'Refund' : `Refund ${sum}`}
      action="refund"
      done={
        isCredit || order.payments.every(({ external }) => external) ? 'Refund recorded' : 'Refund requested'
      }
      body={() => ({
        version: order.version,
        ...refund.body(),
        ...(isCredit && { as: 'store-credit' as const }),
        ...why,
      })}
    >
      {(errors) => (
        <>
          <button type="button" className={form.toggle} onClick={refund.takeAll}>
            Refund everything: {order.payment.left?.words}
          </button>
          <fieldset className={form.group}>
            <legend>What to refund</legend>
            {[
              { is: false, label: 'Items and shipping' },
              { is: true, label: 'Another amount' },
            ].map(({ is, label }) => (
              <label key={label} className={styles.check}>
                <input type="radio" name="kind" checked={isSum === is} onChange={() => setIsSum(is)} />
                {label}
              </label>
            ))}
          </fieldset>
          {isSum ? (
            <AnotherSum order={order} refund={refund} errors={errors} />
          ) : (
            <OrderParts order={order} refund={refund} errors={errors} />
          )}
          {order.customer.email !== '' && (
            <Destination order={order} isCredit={isCredit} error={errors['as']} onChange={setIsCredit} />
          )}
          <MoneyReason order={order} value={why} errors={errors} onChange={setWhy} />
        </>
      )}
    </OrderDialog>
  )
}

interface DestinationProps extends Pick<OrderTask, 'order'> {
  isCredit: boolean
  error: string | undefined
  onChange: (isCredit: boolean) => void
}

/** Where the money goes: back, or to the customer as store credit. */
function Destination({ order, isCredit, error, onChange }: DestinationProps) {
  return (
    <fieldset className={form.group} aria-describedby={error && 'destination-error'}>
      <legend>Where it goes</legend>
      {[
        { is: false, label: 'Back to where it came from' },
        { is: true, label: `Store credit for ${order.customer.email}` },
      ].map(({ is, label }) => (
        <label key={label} className={styles.check}>
          <input type="radio" name="as" checked={isCredit === is} onChange={() => onChange(is)} />
          {label}
        </label>
      ))}
      {isCredit && (
        <p className={styles.gone}>
          The customer has it at once. What a gift card paid goes back to that card.
        </p>
      )}
      {error && (
        <p id="destination-error" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface PartProps extends Pick<OrderTask, 'order'> {
  refund: Refund
  errors: Readonly<Record<string, string>>
}

/** Another sum than the parts cost, with the units to restock. */
function AnotherSum({ order, refund, errors }: PartProps) {
  const { amount, setAmount, typedSum, restockable, units, setUnits } = refund
  const words = sendingWords(order)
  return (
    <>
      <Field
        label={`Amount (${chargedUnit()})`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={errors['amount']}
        onChange={({ target }) => setAmount(target.value)}
      />
      {order.lines.some(({ isGiftCard }) => isGiftCard) && (
        <p className={styles.gone}>
          Gift cards of this order can be used until all of it is refunded. To end one, refund it as an item.
        </p>
      )}
      <RefundSplit remaining={order.remainingParts} choice={null} amount={typedSum} />
      <RestockFields
        lines={restockable}
        units={units}
        words={words}
        error={errors['units']}
        onChange={setUnits}
      />
    </>
  )
}

/** The items and the shipping that are refunded, and whether the items return to stock. */
function OrderParts({ order, refund, errors }: PartProps) {
  const { offer, choice, setChoice, price, itemsAmount, sum, mayRestock, isRestocked, setIsRestocked } =
    refund
  const isLimited = price.kind === 'priced' && price.whole > price.amount
  return (
    <>
      <RefundItems
        lines={order.lines}
        words={sendingWords(order)}
        offer={offer}
        choice={choice}
        error={errors['items'] ?? errors['amount']}
        onChange={(items) => setChoice({ ...choice, ...items })}
      />
      {order.refundRests.length > 0 && (
        <RefundRests
          rests={order.refundRests}
          chosen={choice.rests}
          onChange={(rests) => setChoice({ ...choice, rests })}
        />
      )}
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
        {price.kind === 'priced' ? `To refund: ${sum}` : 'Nothing selected yet'}
        {isLimited &&
          `. Your selection costs ${formatCents(price.whole)}, but no more than this can be refunded.`}
      </p>
      {choice.rests.length === 0 && (
        <RefundSplit remaining={order.remainingParts} choice={choice} amount={itemsAmount} />
      )}
    </>
  )
}

interface RefundRestsProps {
  rests: OrderTask['order']['refundRests']
  /** Their ids. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** What earlier refunds did not return, because a payment could not be refunded. */
function RefundRests({ rests, chosen, onChange }: RefundRestsProps) {
  return (
    <fieldset className={form.group}>
      <legend>Not refunded yet</legend>
      {rests.map(({ id, amount, what }) => (
        <Checkbox
          key={id}
          className={styles.check}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        >
          {formatCents(cents(amount))} of {what}
        </Checkbox>
      ))}
    </fieldset>
  )
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
      `Paid outside the shop: ${outside.join(', ')}. Refund it yourself: it is recorded as refunded right away.`,
    mail,
  ]
    .filter(Boolean)
    .join(' ')
}

interface RefundSplitProps {
  remaining: RemainingParts | null
  /** Null for another sum. */
  choice: RefundChoice | null
  amount: number
}

/** How the refund that is being prepared will divide. */
function RefundSplit({ remaining, choice, amount }: RefundSplitProps) {
  if (remaining === null || amount === 0) return null
  const rows = splitRows(splitRefund(remaining, choice, amount), formatCents, totalWords.rows)
  return <SplitRows rows={rows} label="How the refund is divided" />
}
