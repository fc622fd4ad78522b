import { useState } from 'react'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import Field from '#web/ui/field.tsx'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'

/** Corrects the email address of the order, and sends there what went to the wrong one. */
export default function EmailDialog(task: OrderTask) {
  const { order } = task
  const before = order.customer.email
  const [email, setEmail] = useState(before)
  const [willResend, setWillResend] = useState(true)
  return (
    <OrderDialog
      {...task}
      title={before === '' ? 'Add an email' : 'Correct the email'}
      detail={
        before === ''
          ? `Order ${order.number} has no email address yet.`
          : `The links that were mailed to ${before} for order ${order.number} stop working.`
      }
      yes="Save"
      action="email"
      done={willResend ? 'Email saved. The customer will be emailed.' : 'Email saved'}
      body={() => ({ version: order.version, email, resend: willResend })}
    >
      {(errors) => (
        <>
          <Field
            label="Email"
            type="email"
            autoComplete="off"
            maxLength={MAX_EMAIL_LENGTH}
            value={email}
            error={errors['email']}
            onChange={({ target }) => setEmail(target.value)}
          >
            <EmailSuggestion email={email} onChoose={setEmail} />
          </Field>
          <Checkbox
            className={styles.check}
            checked={willResend}
            onChange={({ target }) => setWillResend(target.checked)}
          >
            Send the confirmation to the new address, with what was mailed about parcels and payment links
          </Checkbox>
        </>
      )}
    </OrderDialog>
  )
}
