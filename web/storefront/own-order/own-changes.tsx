import { CHECKOUT_LIMITS, type CheckoutErrors } from '#domain/checkout/checkout-form.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './own-changes.module.css'

export interface OwnChangesProps {
  /** How the last form went; empty: there was none. */
  said: string
  /** What is asked once more. `hidden`: the fields that were filled in. */
  ask: { text: string; hidden: [string, string][]; button: { step: string; label: string } } | null
  /** Null: it is over. */
  open: OpenChanges | null
}

interface OpenChanges {
  /** Of the order that the customer sees. */
  version: number
  until: string
  sizes: { position: number; item: string; sizes: string[] }[]
  address: AddressForm | null
}

interface AddressForm {
  values: Record<'name' | 'phone' | 'address' | 'city' | 'region' | 'postal', string>
  errors: CheckoutErrors
  /** It was filled in wrongly. */
  isTyped: boolean
  /** Null: free text. */
  regions: readonly { value: string; label: string }[] | null
  region: string
  postal: string
}

/** Cancels and changes an order before it is sent, by forms that work without a script; each asks once more. */
export default function OwnChanges({ said, ask, open }: OwnChangesProps) {
  const words = useWords('own-changes')
  return (
    <section className={styles.section} aria-labelledby="own-changes">
      <h2 id="own-changes">{words.heading}</h2>
      {said !== '' && <p role="status">{said}</p>}
      {open && ask && <Question ask={ask} version={open.version} />}
      {open && !ask && <Forms {...open} />}
    </section>
  )
}

function Question({ ask, version }: { ask: NonNullable<OwnChangesProps['ask']>; version: number }) {
  const words = useWords('own-changes')
  const { text, hidden, button } = ask
  return (
    <form method="post" className={styles.form}>
      <p>{text}</p>
      {[...hidden, ['version', version] as const].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.ways}>
        <Button type="submit" name="own" value={button.step} tone="red">
          {button.label}
        </Button>
        <Button type="submit" name="own" value="no" tone="plain">
          {words.no}
        </Button>
      </p>
    </form>
  )
}

function Forms({ until, sizes, address }: OpenChanges) {
  const words = useWords('own-changes')
  return (
    <>
      <p className={styles.quiet}>{words.until(until)}</p>
      {sizes.map(({ position, item, sizes: others }) => (
        <form key={position} method="post" className={styles.form}>
          <input type="hidden" name="position" value={position} />
          <Select label={words.size(item)} name="size">
            {others.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
          <Button type="submit" name="own" value="ask-size" tone="plain">
            {words.changeSize}
          </Button>
        </form>
      ))}
      {address && <Address {...address} />}
      <form method="post">
        <Button type="submit" name="own" value="ask-cancel" tone="plain">
          {words.cancel}
        </Button>
      </form>
    </>
  )
}

function Address({ values, errors, isTyped, regions, region, postal }: AddressForm) {
  const words = useWords('own-changes')
  const bind = (name: keyof AddressForm['values']) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    maxLength: CHECKOUT_LIMITS[name],
  })
  return (
    <details open={isTyped}>
      <summary className={styles.summary}>{words.address}</summary>
      <form method="post" className={styles.form} noValidate>
        <p className={styles.quiet}>{words.addressNext}</p>
        <Field label={words.name} autoComplete="shipping name" {...bind('name')} />
        <Field label={words.phone} type="tel" autoComplete="tel" {...bind('phone')} />
        <Field label={words.street} autoComplete="shipping street-address" {...bind('address')} />
        <Field label={words.city} autoComplete="shipping address-level2" {...bind('city')} />
        {regions === null ? (
          <Field label={region} autoComplete="shipping address-level1" {...bind('region')} />
        ) : (
          <Select label={region} name="region" defaultValue={values.region} error={errors.region}>
            {regions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <Field label={postal} autoComplete="shipping postal-code" {...bind('postal')} />
        <Button type="submit" name="own" value="ask-address" tone="plain">
          {words.changeAddress}
        </Button>
      </form>
    </details>
  )
}
