import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { MANUAL_DELIVERIES } from '#domain/checkout/manual-order.ts'
import dialog from '#web/admin/order/order-dialog.module.css'
import form from '#web/admin/form.module.css'
import RecipientFields from '#web/admin/order/shipment/recipient-fields.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import type { ManualPriceView } from '#web/views/orders/manual-price.ts'
import type { Draft } from './draft.ts'
import styles from './new-order.module.css'

const WORDS = { 'in-person': 'Handed over in person', ship: 'Shipped' }

interface StepProps {
  draft: Draft
  /** With the shipping methods that fit. */
  price: ManualPriceView | null
  errors: Record<string, string>
  onChange: (changes: Partial<Draft>) => void
}

/** Who gets the items, and how. */
export default function CustomerStep({ draft, price, errors, onChange }: StepProps) {
  const { customer, delivery, shipping, method } = draft
  const own = Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith('customer/') ? [[path.slice('customer/'.length), message] as const] : [],
    ),
  )
  const set = (changes: Partial<Draft['customer']>) => onChange({ customer: { ...customer, ...changes } })
  const email = (
    <Field
      label={delivery === 'ship' ? 'Email' : 'Email (optional)'}
      hint={delivery === 'ship' ? undefined : 'For the receipt.'}
      type="email"
      autoComplete="off"
      maxLength={CHECKOUT_LIMITS.email}
      value={customer.email}
      error={own['email']}
      onChange={({ target }) => set({ email: target.value })}
    />
  )
  return (
    <>
      <fieldset className={form.group}>
        <legend>Delivery</legend>
        {MANUAL_DELIVERIES.toReversed().map((value) => (
          <label key={value} className={dialog.check}>
            <input
              type="radio"
              name="delivery"
              checked={delivery === value}
              onChange={() => onChange({ delivery: value })}
            />
            {WORDS[value]}
          </label>
        ))}
      </fieldset>
      {delivery === 'ship' ? (
        <>
          {price !== null && price.methods.length > 1 && (
            <Select
              label="Shipping method"
              value={price.method ?? ''}
              onChange={({ target }) => onChange({ shippingMethod: target.value })}
            >
              {price.methods.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
          {method !== 'gift' && (
            <Checkbox
              className={dialog.check}
              checked={shipping}
              onChange={({ target }) => onChange({ shipping: target.checked })}
            >
              Charge shipping
            </Checkbox>
          )}
          <div className={styles.fields}>
            {email}
            <RecipientFields recipient={customer} errors={own} onChange={set} />
          </div>
        </>
      ) : (
        <div className={styles.fields}>
          <Field
            label="Name (optional)"
            autoComplete="off"
            maxLength={CHECKOUT_LIMITS.name}
            value={customer.name}
            error={own['name']}
            onChange={({ target }) => set({ name: target.value })}
          />
          {email}
        </div>
      )}
    </>
  )
}
