import { charging } from '#domain/charged-currency.ts'
import { useId, useState, type ReactNode } from 'react'
import { COUNTRIES } from '#domain/places/countries.ts'
import { faultAt, type Faults } from '#web/admin/document/use-document.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field, { describedBy, FieldFrame } from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import Select from '#web/ui/select.tsx'
import { ChosenItems } from './items-field.tsx'
import type { PromotionDraft } from './promotion-draft.ts'
import styles from './promotions.module.css'

interface Props {
  draft: PromotionDraft
  faults: Faults
  put: (changes: Partial<PromotionDraft>) => void
}

/** When a promotion may be used. An empty field asks for nothing. */
export default function ConditionFields({ draft, faults, put }: Props) {
  const { without, countries } = draft
  const input = (
    name: 'leastAmount' | 'leastPieces' | 'uses' | 'usesPerCustomer',
    label: string,
    inputMode: 'decimal' | 'numeric' = 'numeric',
  ) => (
    <Field
      label={label}
      value={draft[name]}
      inputMode={inputMode}
      autoComplete="off"
      placeholder="No limit"
      error={faults[`conditions/${name}`]}
      onChange={({ target }) => put({ [name]: target.value })}
    />
  )
  return (
    <>
      <div className={styles.row}>
        {input('leastAmount', `From an amount of (${charging.currency})`, 'decimal')}
        {input('leastPieces', 'From so many pieces')}
      </div>
      <p className={styles.quiet}>Counted of the items that it is for, before any promotion.</p>
      <div className={styles.row}>
        {input('uses', 'Uses in all')}
        {input('usesPerCustomer', 'Uses for each customer')}
      </div>
      <div className={styles.options}>
        <Checkbox checked={draft.firstOrder} onChange={({ target }) => put({ firstOrder: target.checked })}>
          Only for a customer’s first order
        </Checkbox>
        <Checkbox
          checked={draft.withoutReduced}
          onChange={({ target }) => put({ withoutReduced: target.checked })}
        >
          Not for items that are reduced already
        </Checkbox>
      </div>
      <More
        summary="Leave out products or categories"
        isUsed={without.products.length + without.categories.length > 0}
        fault={faultAt(faults, 'conditions/without/items')}
      >
        <ChosenItems
          items={without}
          error={faultAt(faults, 'conditions/without/items')}
          onChange={(chosen) => put({ without: chosen })}
        />
      </More>
      <More
        summary="Only some countries or customers"
        isUsed={countries.length > 0 || draft.customers !== ''}
        fault={faultAt(faults, 'conditions/customers')}
      >
        <Select
          label="Countries"
          value=""
          onChange={({ target }) => target.value !== '' && put({ countries: [...countries, target.value] })}
        >
          <option value="">{countries.length === 0 ? 'All countries' : 'Add a country'}</option>
          {COUNTRIES.filter(({ code }) => !countries.includes(code)).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {countries.length > 0 && (
          <ul className={styles.countries}>
            {countries.map((code) => {
              const name = COUNTRIES.find((one) => one.code === code)?.name ?? code
              return (
                <li key={code}>
                  {name}
                  <Button
                    tone="plain"
                    onClick={() => put({ countries: countries.filter((one) => one !== code) })}
                  >
                    Remove<span className="visually-hidden"> {name}</span>
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
        <Lines
          label="Customers"
          hint="Email addresses, one on each line. Empty: everybody."
          value={draft.customers}
          error={faultAt(faults, 'conditions/customers')}
          onChange={(customers) => put({ customers })}
        />
      </More>
    </>
  )
}

interface MoreProps {
  summary: string
  isUsed: boolean
  fault: string | undefined
  children: ReactNode
}

/** What few promotions need. It begins open where it is used, and opens for what is wrong in it. */
function More({ summary, isUsed, fault, children }: MoreProps) {
  const [wasUsed] = useState(isUsed)
  return (
    <details className={styles.more} open={wasUsed || fault !== undefined}>
      <summary>{summary}</summary>
      <div className={styles.within}>{children}</div>
    </details>
  )
}

interface LinesProps {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** Several entries, one on each line. */
export function Lines({ label, hint, value, error, onChange }: LinesProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={undefined}>
      <textarea
        id={id}
        className={field.input}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        {...describedBy(id, error, hint)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  )
}
