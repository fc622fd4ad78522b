import { charging } from '#domain/charged-currency.ts'
import { useState, type SubmitEvent } from 'react'
import { cents, formatCents } from '#domain/money.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import * as fieldWords from '#words/en/checkout/fields.ts'
import { call, type AnsweredValue, type SentBody } from '#web/admin/call-staff-api.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { centsOf, scaled } from '#web/admin/typed-numbers.ts'
import Select from '#web/ui/select.tsx'
import * as words from '#words/en/shipping.ts'
import styles from './shipping.module.css'

type Address = 'POST /api/staff/shipping/try'

const FIRST = { country: 'US', region: 'California', postal: '90210', weight: '1.2', subtotal: '80.00' }

/** What a cart would be offered, with what is typed above. `value`: the setting as it is typed. */
export default function ShippingTrial({ value }: { value: () => unknown }) {
  const [typed, setTyped] = useState(FIRST)
  const [answer, setAnswer] = useState<AnsweredValue<Address> | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const regions = regionsOf(typed.country)
  const put = (changes: Partial<typeof FIRST>) => setTyped({ ...typed, ...changes })

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { country, region, postal } = typed
    const reply = await call('POST /api/staff/shipping/try', {
      body: {
        value: value() as SentBody<Address>['value'],
        destination: { country, region: regions ? region : '', postal },
        weight: scaled(typed.weight, 1_000),
        subtotal: centsOf(typed.subtotal),
      },
    })
    setAnswer(reply.kind === 'done' ? reply.value : null)
    setErrors(reply.kind === 'done' ? {} : reply.fields)
    const isAbove = reply.kind === 'refused' && Object.keys(reply.fields).some((at) => at.startsWith('value'))
    setRefusal(
      reply.kind === 'done'
        ? null
        : isAbove
          ? 'Something above can’t be saved as it is. Press Save to see what.'
          : (reply.title ?? 'The shop did not respond. Please try again.'),
    )
  }

  return (
    <section className={styles.section} aria-labelledby="trial">
      <h2 id="trial">Try it</h2>
      <p className={styles.quiet}>See what a cart would be offered, even before you save.</p>
      <form noValidate onSubmit={(event) => void ask(event)}>
        <fieldset className={styles.plain}>
          <legend className="visually-hidden">A cart and its destination</legend>
          <div className={styles.row}>
            <Select
              label="Country"
              value={typed.country}
              onChange={({ target }) => put({ country: target.value, region: '' })}
            >
              {COUNTRIES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            {regions && (
              <Select
                label={fieldWords.regions[regions.kind]}
                value={typed.region}
                onChange={({ target }) => put({ region: target.value })}
              >
                <option value="">Choose</option>
                {regions.names.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
            <Field
              label="Postal code"
              value={typed.postal}
              autoComplete="off"
              onChange={({ target }) => put({ postal: target.value })}
            />
            <Field
              label="Weight (kg)"
              value={typed.weight}
              inputMode="decimal"
              autoComplete="off"
              error={errors['weight']}
              onChange={({ target }) => put({ weight: target.value })}
            />
            <Field
              label={`Price of the items (${charging.currency})`}
              value={typed.subtotal}
              inputMode="decimal"
              autoComplete="off"
              error={errors['subtotal']}
              onChange={({ target }) => put({ subtotal: target.value })}
            />
          </div>
          <div>
            <Button type="submit" tone="plain">
              Try
            </Button>
          </div>
        </fieldset>
      </form>
      <div role="status">
        {refusal !== null && <p className={styles.error}>{refusal}</p>}
        {answer && <Offers {...answer} />}
      </div>
    </section>
  )
}

const DUTY = { ddp: 'Import duty is added at checkout.', dap: 'The receiver pays import duty.' }

function Offers({ zone, methods, duty }: AnsweredValue<Address>) {
  if (zone === null) return <p>No zone covers this address, so nothing can be ordered there.</p>
  if (methods.length === 0) {
    return <p>Zone {zone}: no method fits this cart, so it can’t be ordered.</p>
  }
  return (
    <>
      <p>Zone {zone}</p>
      <ul className={styles.offers}>
        {methods.map(({ id, name, price, leastDays, mostDays }) => (
          <li key={id}>
            <strong>{name}</strong>, {words.days(leastDays, mostDays)}: {formatCents(cents(price))}
          </li>
        ))}
      </ul>
      {duty && <p>{DUTY[duty]}</p>}
    </>
  )
}
