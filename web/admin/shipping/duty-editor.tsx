import { COUNTRIES } from '#domain/places/countries.ts'
import { newId } from '#web/admin/new-id.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { newDuty, type DutyDraft, type ShippingDraft } from './shipping-draft.ts'
import styles from './shipping.module.css'
import type { Faults } from '#web/admin/document/use-document.ts'

interface Props {
  duties: ShippingDraft['duties']
  errors: Faults
  onChange: (duties: ShippingDraft['duties']) => void
}

/** Who pays import duty in which country, and at which rates. */
export default function DutyEditor({ duties, errors, onChange }: Props) {
  return (
    <>
      <p className={styles.quiet}>
        Since August 29, 2025, no parcel to the United States is duty-free. With DDP, the customer pays duty
        at checkout, at the rates you enter here. With DAP, the receiver pays the carrier, and the checkout
        and the emails say so. Rates change: check them with your broker or carrier. HS code, origin and
        weight are set on each product.
      </p>
      {duties.map((duty, at) => (
        <CountryFields
          key={duty.key}
          duty={duty}
          path={`duties/${at}`}
          errors={errors}
          onChange={(changed) => onChange(duties.with(at, changed))}
          onRemove={() => onChange(duties.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button tone="plain" onClick={() => onChange([...duties, newDuty()])}>
          Add a country
        </Button>
      </div>
    </>
  )
}

interface CountryProps {
  duty: DutyDraft
  path: string
  errors: Faults
  onChange: (duty: DutyDraft) => void
  onRemove: () => void
}

function CountryFields({ duty, path, errors, onChange, onRemove }: CountryProps) {
  const { country, terms, percent, rates } = duty
  const name = COUNTRIES.find(({ code }) => code === country)?.name ?? country
  const put = (at: number, changes: Partial<DutyDraft['rates'][number]>) =>
    onChange({ ...duty, rates: rates.map((rate, index) => (index === at ? { ...rate, ...changes } : rate)) })
  return (
    <fieldset className={styles.method}>
      <legend>{name}</legend>
      <div className={styles.row}>
        <Select
          label="Country"
          value={country}
          error={errors[`${path}/country`]}
          onChange={({ target }) => onChange({ ...duty, country: target.value })}
        >
          <CountryOptions />
        </Select>
        <Select
          label="Who pays"
          value={terms}
          onChange={({ target }) => onChange({ ...duty, terms: target.value === 'ddp' ? 'ddp' : 'dap' })}
        >
          <option value="dap">The receiver, on delivery (DAP)</option>
          <option value="ddp">The customer, at checkout (DDP)</option>
        </Select>
        <Field
          label={rates.length > 0 ? 'Rate for other items (%)' : 'Rate (%)'}
          value={percent}
          inputMode="decimal"
          autoComplete="off"
          error={errors[`${path}/otherMilliPercent`]}
          onChange={({ target }) => onChange({ ...duty, percent: target.value })}
        />
      </div>
      {rates.map((rate, at) => (
        <div key={rate.key} className={styles.row}>
          <Field
            label="HS code begins with"
            value={rate.hsCode}
            placeholder="Any"
            inputMode="decimal"
            autoComplete="off"
            error={errors[`${path}/rates/${at}/hsCode`]}
            onChange={({ target }) => put(at, { hsCode: target.value })}
          />
          <Select
            label="Made in"
            value={rate.origin}
            error={errors[`${path}/rates/${at}/origin`]}
            onChange={({ target }) => put(at, { origin: target.value })}
          >
            <option value="">Any country</option>
            <CountryOptions />
          </Select>
          <Field
            label="Rate (%)"
            value={rate.percent}
            inputMode="decimal"
            autoComplete="off"
            error={errors[`${path}/rates/${at}/milliPercent`]}
            onChange={({ target }) => put(at, { percent: target.value })}
          />
          <Button tone="plain" onClick={() => onChange({ ...duty, rates: rates.toSpliced(at, 1) })}>
            Remove<span className="visually-hidden"> this rate</span>
          </Button>
        </div>
      ))}
      <div className={styles.buttons}>
        <Button
          tone="plain"
          onClick={() => {
            const rate = { key: newId(), hsCode: '', origin: '', percent: '' }
            onChange({ ...duty, rates: [...rates, rate] })
          }}
        >
          Add a rate<span className="visually-hidden"> for {name}</span>
        </Button>
        <Button tone="plain" onClick={onRemove}>
          Remove {name}
        </Button>
      </div>
    </fieldset>
  )
}

function CountryOptions() {
  return COUNTRIES.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
}
