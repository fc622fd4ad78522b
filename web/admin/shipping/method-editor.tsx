import { charging } from '#domain/charged-currency.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { newStep, type MethodDraft, type StepDraft } from './shipping-draft.ts'
import styles from './shipping.module.css'
import type { Faults } from '#web/admin/document/use-document.ts'

interface Props {
  method: MethodDraft
  /** Of its fields: `zones/0/methods/0`. */
  path: string
  errors: Faults
  onChange: (method: MethodDraft) => void
  onRemove: () => void
}

/** A method: its name, its days, and its rates by weight or price. */
export default function MethodEditor({ method, path, errors, onChange, onRemove }: Props) {
  const { name, kind, by, steps, leastDays, mostDays, freeFrom } = method
  const isPickup = kind === 'pickup'
  const title = name.trim() || 'New method'
  return (
    <fieldset className={styles.method}>
      <legend>{title}</legend>
      <div className={styles.row}>
        <Field
          label="Name of the method"
          value={name}
          maxLength={60}
          autoComplete="off"
          error={errors[`${path}/name`]}
          onChange={({ target }) => onChange({ ...method, name: target.value })}
        />
        <Select
          label="Kind"
          value={kind}
          onChange={({ target }) => {
            const chosen = target.value === 'pickup' ? 'pickup' : 'delivery'
            const isUnnamed = chosen === 'pickup' && name.trim() === ''
            onChange({ ...method, kind: chosen, ...(isUnnamed && { name: 'Pickup' }) })
          }}
        >
          <option value="delivery">Delivery</option>
          <option value="pickup">Pickup, free</option>
        </Select>
        <Field
          label="Business days, from"
          value={leastDays}
          inputMode="numeric"
          autoComplete="off"
          error={errors[`${path}/leastDays`]}
          onChange={({ target }) => onChange({ ...method, leastDays: target.value })}
        />
        <Field
          label="Business days, to"
          value={mostDays}
          inputMode="numeric"
          autoComplete="off"
          error={errors[`${path}/mostDays`]}
          onChange={({ target }) => onChange({ ...method, mostDays: target.value })}
        />
      </div>
      {!isPickup && (
        <>
          <div className={styles.row}>
            <Select
              label="Rates by"
              value={by}
              onChange={({ target }) =>
                onChange({
                  ...method,
                  by: target.value === 'weight' ? 'weight' : 'subtotal',
                  steps: steps.map((step) => ({ ...step, upTo: '' })),
                })
              }
            >
              <option value="subtotal">Price of the items</option>
              <option value="weight">Weight</option>
            </Select>
            <Field
              label={`Free from (${charging.currency})`}
              value={freeFrom}
              inputMode="decimal"
              placeholder="Never"
              autoComplete="off"
              error={errors[`${path}/freeFrom`]}
              onChange={({ target }) => onChange({ ...method, freeFrom: target.value })}
            />
          </div>
          {errors[`${path}/steps`] && (
            <p role="alert" className={styles.error}>
              {errors[`${path}/steps`]}
            </p>
          )}
          {steps.map((step, at) => (
            <StepFields
              key={step.key}
              step={step}
              by={by}
              error={(field) => errors[`${path}/steps/${at}/${field}`]}
              onChange={(changed) => onChange({ ...method, steps: steps.with(at, changed) })}
              onRemove={
                steps.length > 1 ? () => onChange({ ...method, steps: steps.toSpliced(at, 1) }) : null
              }
            />
          ))}
        </>
      )}
      <div className={styles.buttons}>
        {!isPickup && (
          <Button tone="plain" onClick={() => onChange({ ...method, steps: [...steps, newStep()] })}>
            Add a rate<span className="visually-hidden"> to {title}</span>
          </Button>
        )}
        <Button tone="plain" onClick={onRemove}>
          Remove the method<span className="visually-hidden"> {title}</span>
        </Button>
      </div>
    </fieldset>
  )
}

interface StepProps {
  step: StepDraft
  by: MethodDraft['by']
  error: (field: string) => string | undefined
  onChange: (step: StepDraft) => void
  onRemove: (() => void) | null
}

function StepFields({ step, by, error, onChange, onRemove }: StepProps) {
  return (
    <div className={styles.row}>
      <Field
        label={by === 'weight' ? 'Up to (kg)' : `Up to (${charging.currency})`}
        value={step.upTo}
        inputMode="decimal"
        placeholder="No limit"
        autoComplete="off"
        error={error('upTo')}
        onChange={({ target }) => onChange({ ...step, upTo: target.value })}
      />
      <Field
        label={`Price (${charging.currency})`}
        value={step.price}
        inputMode="decimal"
        autoComplete="off"
        error={error('price')}
        onChange={({ target }) => onChange({ ...step, price: target.value })}
      />
      {onRemove && (
        <Button tone="plain" onClick={onRemove}>
          Remove<span className="visually-hidden"> this rate</span>
        </Button>
      )}
    </div>
  )
}
