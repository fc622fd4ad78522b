import { useState } from 'react'
import type { TaxRow } from '#domain/checkout/taxes/tax-table.ts'
import { TAX_KINDS, type TaxKind } from '#domain/orders/order-total.ts'
import { findCountry } from '#domain/places/countries.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import settings from '#web/admin/document/document.module.css'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { CountryField, RateField, RegionField } from './place-fields.tsx'
import styles from './tax-page.module.css'

interface Props {
  row: TaxRow
  /** The day before the next rate; null: none follows. */
  lastDay: ShopDay | null
  today: ShopDay
  startsOpen: boolean
  faultOf: (field: keyof TaxRow) => string | undefined
  onChange: (changes: Partial<TaxRow>) => void
  onRemove: () => void
}

const FIELDS = ['country', 'region', 'kind', 'label', 'milliPercent', 'from', 'source'] as const

/** One rate: a line that opens into its fields. */
export default function TaxRowEditor({
  row,
  lastDay,
  today,
  startsOpen,
  faultOf,
  onChange,
  onRemove,
}: Props) {
  const [open, setOpen] = useState(startsOpen)
  const { country, region, kind, label, milliPercent, from, onShipping, source } = row
  const place = region || findCountry(country)?.name || country
  const words = `${place}: ${label || 'a new tax'}`
  const isWrong = FIELDS.some((field) => faultOf(field) !== undefined)
  const isPast = lastDay !== null && lastDay < today
  return (
    <li className={styles.rate} data-past={isPast || undefined}>
      <details open={open || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={styles.place}>{place}</span>
          <span className={styles.figure}>
            {label || 'New'} {Number(milliPercent) / 1_000}%
          </span>
          <span className={settings.quiet}>
            {lastDay === null ? `from ${from}` : `${from} to ${lastDay}`}
            {from > today && ', not yet'}
          </span>
        </summary>
        <div className={styles.editor}>
          <div className={styles.pair}>
            <CountryField
              country={country}
              error={faultOf('country')}
              onCountry={(typed) => onChange({ country: typed, region: '' })}
            />
            <RegionField
              place={row}
              whole="The whole country"
              error={faultOf('region')}
              onRegion={(typed) => onChange({ region: typed })}
            />
            <Select
              label="Tax"
              value={kind}
              error={faultOf('kind')}
              onChange={({ target }) => onChange(kindChange(target.value as TaxKind))}
            >
              {TAX_KINDS.map((one) => (
                <option key={one} value={one}>
                  {one === 'other' ? 'Another tax' : one.toUpperCase()}
                </option>
              ))}
            </Select>
            <Field
              label="Name on receipts"
              value={label}
              maxLength={40}
              error={faultOf('label')}
              onChange={({ target }) => onChange({ label: target.value })}
            />
            <RateField
              label="Rate in percent"
              milliPercent={milliPercent}
              error={faultOf('milliPercent')}
              onRate={(rate) => onChange({ milliPercent: rate as number })}
            />
            <Field
              label="First day"
              type="date"
              value={from}
              error={faultOf('from')}
              onChange={({ target }) => onChange({ from: target.value })}
            />
          </div>
          <Field
            label="Source"
            hint="Where the rate is published."
            value={source}
            maxLength={500}
            error={faultOf('source')}
            onChange={({ target }) => onChange({ source: target.value })}
          />
          <Checkbox checked={onShipping} onChange={({ target }) => onChange({ onShipping: target.checked })}>
            Shipping is taxed too
          </Checkbox>
          <div>
            <Button tone="plain" onClick={onRemove}>
              Remove<span className="visually-hidden"> {words}</span>
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}

/** A Canadian tax gets its name as the label, which can be changed. */
function kindChange(kind: TaxKind): Partial<TaxRow> {
  return kind === 'other' ? { kind } : { kind, label: kind.toUpperCase() }
}
