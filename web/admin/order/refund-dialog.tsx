import { useId, useState } from 'react'
import { newId } from '#web/admin/new-id.ts'
import form from '#web/admin/form.module.css'
import Field from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'
import styles from './order-dialog.module.css'
import StaffOnlyField from './staff-only-field.tsx'
import CheckedGateway from './checked-gateway.tsx'

/** Refunds some or all of the money, and restocks returned units. */
export default function RefundDialog(task: OrderTask) {
  const { order } = task
  const id = useId()
  const [refundId] = useState(newId)
  const { left } = order.payment
  const [amount, setAmount] = useState(left?.typed ?? '')
  const [reason, setReason] = useState('')
  const [checkedGateway, setCheckedGateway] = useState(false)
  const typed = amount.replace(/^\s*(C?\$)?\s*/, '').trim()
  const [chosen, setChosen] = useState<Record<number, string>>({})
  const returnable = order.may.restock ? order.lines.filter((line) => line.left > 0) : []
  const units = Object.entries(chosen)
    .map(([position, quantity]) => ({ position: Number(position), quantity: Number(quantity) }))
    .filter(({ quantity }) => quantity > 0)
  return (
    <OrderDialog
      {...task}
      title="Refund"
      detail={`Up to ${left?.words ?? 'nothing'} can go back to the card. ${order.erased ? 'Nobody gets a mail: the customer’s data was deleted.' : 'The shopper gets a mail once the gateway has returned it.'}`}
      yes={typed === '' ? 'Refund' : `Refund C$${typed}`}
      action="refund"
      done="The refund is asked for."
      body={() => ({ version: order.version, refundId, amount, reason, units, checkedGateway })}
    >
      {(errors) => (
        <>
          <Field
            label="Amount (CAD $)"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            error={errors['amount']}
            onChange={({ target }) => setAmount(target.value)}
          />
          {returnable.length > 0 && (
            <fieldset className={form.group}>
              <legend>Pieces back on the shelf</legend>
              {returnable.map((line) => (
                <div key={line.position} className={styles.piece}>
                  <label htmlFor={`${id}-${line.position}`}>
                    {line.name}, size {line.size} (of {line.left})
                  </label>
                  <select
                    id={`${id}-${line.position}`}
                    className={field.input}
                    aria-invalid={errors['units'] ? true : undefined}
                    aria-describedby={errors['units'] ? `${id}-units` : undefined}
                    value={chosen[line.position] ?? '0'}
                    onChange={({ target }) => setChosen({ ...chosen, [line.position]: target.value })}
                  >
                    {Array.from({ length: line.left + 1 }, (_, quantity) => (
                      <option key={quantity}>{quantity}</option>
                    ))}
                  </select>
                </div>
              ))}
              {errors['units'] && (
                <p id={`${id}-units`} className={styles.error}>
                  {errors['units']}
                </p>
              )}
            </fieldset>
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
