import { EXTERNAL_METHODS } from '#domain/checkout/payment.ts'
import { formatCad } from '#domain/money.ts'
import { RISE_METHODS, SETTLED_RISE_METHODS } from '#domain/refunds/difference-forms.ts'
import form from '#web/admin/form.module.css'
import styles from '#web/admin/order/order-dialog.module.css'
import Field from '#web/ui/field.tsx'

/** How a rise is settled, as typed. */
export interface Rise {
  method: (typeof RISE_METHODS)[number] | null
  words: string
}

export const NO_RISE: Rise = { method: null, words: '' }

/** The part of a request that says how a rise is settled; empty while nothing is chosen. */
export function riseBody({ method, words }: Rise, difference: number): object {
  return difference > 0 && method !== null ? { rise: { method, words } } : {}
}

interface FieldsProps {
  difference: number
  rise: Rise
  errors: Record<string, string>
  /** Whether a payment link can be sent. */
  byLink?: boolean
  onChange: (rise: Rise) => void
}

/** How the customer pays what an order costs more, or why they do not have to. */
export default function SettleFields({ difference, rise, errors, byLink = false, onChange }: FieldsProps) {
  const { method, words } = rise
  return (
    <>
      <fieldset className={form.group}>
        <legend>The {formatCad(difference)} more</legend>
        {(byLink ? RISE_METHODS : SETTLED_RISE_METHODS).map((value) => (
          <label key={value} className={styles.check}>
            <input
              type="radio"
              name="rise"
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
          error={errors['rise/words']}
          onChange={({ target }) => onChange({ method, words: target.value })}
        />
      )}
    </>
  )
}

function methodWords(method: NonNullable<Rise['method']>): string {
  if (method === 'link') return 'By link: the customer pays it by card'
  if (method === 'waive') return 'Waived: the customer does not pay it'
  return `Paid: ${EXTERNAL_METHODS[method]}`
}
