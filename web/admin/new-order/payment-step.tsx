import { EXTERNAL_METHODS } from '#domain/checkout/payment.ts'
import { MANUAL_PAYMENTS } from '#domain/checkout/manual-order.ts'
import dialog from '#web/admin/order/order-dialog.module.css'
import form from '#web/admin/form.module.css'
import Field, { describedBy } from '#web/ui/field.tsx'
import type { Draft } from './draft.ts'
import styles from './new-order.module.css'

interface StepProps {
  draft: Draft
  errors: Record<string, string>
  onChange: (changes: Partial<Draft>) => void
}

/** How the customer has paid. */
export default function PaymentStep({ draft, errors, onChange }: StepProps) {
  const { method, reference, gift } = draft
  return (
    <>
      <fieldset className={form.group}>
        <legend>Paid by</legend>
        {MANUAL_PAYMENTS.map((value) => (
          <label key={value} className={dialog.check}>
            <input
              type="radio"
              name="method"
              checked={method === value}
              {...(errors['method'] && describedBy('method', errors['method'], undefined))}
              onChange={() => onChange({ method: value })}
            />
            {value === 'gift' ? 'Gift: no payment' : EXTERNAL_METHODS[value]}
          </label>
        ))}
        {errors['method'] && (
          <p id="method-error" className={styles.problem}>
            {errors['method']}
          </p>
        )}
      </fieldset>
      {method === 'gift' && (
        <Field
          label="What is the gift for?"
          hint="Such as “Press sample”. The customer sees it."
          autoComplete="off"
          maxLength={200}
          value={gift}
          onChange={({ target }) => onChange({ gift: target.value })}
        />
      )}
      {method !== null && method !== 'gift' && (
        <Field
          label="Reference (optional)"
          hint="Such as the number of the receipt or transfer. Only staff see it."
          autoComplete="off"
          maxLength={200}
          value={reference}
          error={errors['reference']}
          onChange={({ target }) => onChange({ reference: target.value })}
        />
      )}
    </>
  )
}
