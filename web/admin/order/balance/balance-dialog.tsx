import { useState } from 'react'
import { EXTERNAL_METHODS, isExternalMethod } from '#domain/checkout/payment.ts'
import { SETTLED_INCREASE_METHODS } from '#domain/refunds/difference-forms.ts'
import form from '#web/admin/form.module.css'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import Field from '#web/ui/field.tsx'

type Choice = 'send' | 'cancel' | 'undo' | (typeof SETTLED_INCREASE_METHODS)[number]

const DONE: Record<'send' | 'cancel' | 'undo' | 'settle', string> = {
  send: 'Payment link sent. The customer will be emailed.',
  cancel: 'Payment link cancelled',
  settle: 'Settled: nothing is left to pay',
  undo: 'Change undone. The customer will be emailed.',
}

/** What to do about a change of the order that is not paid: its link, another way to settle it, or to undo it. */
export default function BalanceDialog(task: OrderTask) {
  const { order } = task
  const [choice, setChoice] = useState<Choice>('send')
  const [words, setWords] = useState('')
  if (order.balance === null) return null
  const { amount, isOpen, mayUndo } = order.balance
  const choices: readonly Choice[] = [
    ...(order.customer.email === '' ? [] : (['send'] as const)),
    ...(isOpen ? (['cancel'] as const) : []),
    ...(mayUndo ? (['undo'] as const) : []),
    ...SETTLED_INCREASE_METHODS,
  ]
  const isSettled = choice === 'waive' || isExternalMethod(choice)
  return (
    <OrderDialog
      {...task}
      title={`${amount} left to pay`}
      detail={`A change to order ${order.number} leaves ${amount} to pay. The order can’t be fulfilled until that is settled.`}
      yes={BUTTONS[isSettled ? 'settle' : choice]}
      action="balance"
      done={DONE[isSettled ? 'settle' : choice]}
      body={() => ({
        version: order.version,
        ...(isSettled ? { step: 'settle', increase: { method: choice, words } } : { step: choice }),
      })}
    >
      {(errors) => (
        <>
          <fieldset className={form.group}>
            <legend>What to do</legend>
            {choices.map((value) => (
              <label key={value} className={styles.check}>
                <input
                  type="radio"
                  name="balance"
                  checked={choice === value}
                  onChange={() => {
                    setChoice(value)
                    setWords('')
                  }}
                />
                {choiceWords(value, isOpen)}
              </label>
            ))}
          </fieldset>
          {isSettled && (
            <Field
              key={choice}
              label={choice === 'waive' ? 'Reason' : 'Reference (optional)'}
              hint={choice === 'waive' ? 'The customer sees it on the order.' : 'Only staff see it.'}
              autoComplete="off"
              maxLength={200}
              value={words}
              error={errors['increase/words']}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </>
      )}
    </OrderDialog>
  )
}

const BUTTONS: typeof DONE = {
  send: 'Send the link',
  cancel: 'Cancel the link',
  settle: 'Settle',
  undo: 'Undo the change',
}

function choiceWords(choice: Choice, isOpen: boolean): string {
  switch (choice) {
    case 'send':
      return isOpen ? 'Email the link again, for another seven days' : 'Email a link to pay within seven days'
    case 'cancel':
      return 'Cancel the link: the customer can no longer pay it'
    case 'undo':
      return 'Undo the change, and restore the order as it was'
    case 'waive':
      return 'Waived: the customer does not pay it'
    default:
      return `Paid: ${EXTERNAL_METHODS[choice]}`
  }
}
