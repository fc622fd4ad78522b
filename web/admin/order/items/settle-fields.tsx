import { EXTERNAL_METHODS } from '#domain/checkout/payment.ts'
import { formatCents } from '#domain/money.ts'
import { INCREASE_METHODS, SETTLED_INCREASE_METHODS } from '#domain/refunds/difference-forms.ts'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import Field from '#web/ui/field.tsx'

/** How an increase is settled, as typed. */
export interface Increase {
  method: (typeof INCREASE_METHODS)[number] | null
  words: string
}

export const NO_INCREASE: Increase = { method: null, words: '' }

/** The part of a request that says how an increase is settled; empty while nothing is chosen. */
export function increaseBody({ method, words }: Increase, difference: number): object {
  return difference > 0 && method !== null ? { increase: { method, words } } : {}
}

interface FieldsProps {
  difference: number
  increase: Increase
  errors: Record<string, string>
  /** Whether a payment link can be sent. */
  byLink?: boolean
  onChange: (increase: Increase) => void
}

/** How the customer pays what an order costs more, or why they do not have to. */
export default function SettleFields({
  difference,
  increase,
  errors,
  byLink = false,
  onChange,
}: FieldsProps) {
  const { method, words } = increase
  return (
    <>
      <fieldset className={form.group}>
        <legend>The {formatCents(difference)} more</legend>
        {(byLink ? INCREASE_METHODS : SETTLED_INCREASE_METHODS).map((value) => (
          <label key={value} className={styles.check}>
            <input
              type="radio"
              name="increase"
              checked={method === value}
              onChange={() => onChange({ method: value, words: '' })}
            />
            {methodWords(value)}
          </label>
        ))}
      </fieldset>
      {method === 'link' && (
        <p>
          The customer gets an email with a link to pay within seven days. The order is on hold until then.
        </p>
      )}
      {method !== null && method !== 'link' && (
        <Field
          key={method}
          label={method === 'waive' ? 'Reason' : 'Reference (optional)'}
          hint={method === 'waive' ? 'The customer sees it on the order.' : 'Only staff see it.'}
          autoComplete="off"
          maxLength={200}
          value={words}
          error={errors['increase/words']}
          onChange={({ target }) => onChange({ method, words: target.value })}
        />
      )}
    </>
  )
}

function methodWords(method: NonNullable<Increase['method']>): string {
  if (method === 'link') return 'By link: the customer pays it by card'
  if (method === 'waive') return 'Waived: the customer does not pay it'
  return `Paid: ${EXTERNAL_METHODS[method]}`
}
