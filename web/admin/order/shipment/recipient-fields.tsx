import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { COUNTRIES } from '#domain/places/countries.ts'
import { postalCodeOf } from '#domain/places/postal-codes.ts'
import { regionKind, regionsOf } from '#domain/places/regions.ts'
import * as words from '#words/en/checkout/fields.ts'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** The parts of an address, as typed. */
export type Recipient = NonNullable<OrderView['recipient']>

interface RecipientFieldsProps {
  recipient: Recipient
  errors: Record<string, string>
  onChange: (recipient: Recipient) => void
}

/** Where and to whom the order goes. Country and region are lists where they can be. */
export default function RecipientFields({ recipient, errors, onChange }: RecipientFieldsProps) {
  const regions = regionsOf(recipient.country)
  const text = (name: 'name' | 'phone' | 'address' | 'city' | 'postal', label: string) => (
    <Field
      label={label}
      name={name}
      autoComplete="off"
      maxLength={CHECKOUT_LIMITS[name]}
      value={recipient[name]}
      error={errors[name]}
      onChange={({ target }) => onChange({ ...recipient, [name]: target.value })}
    />
  )
  return (
    <>
      {text('name', 'Full name')}
      {text('phone', 'Phone number')}
      {text('address', 'Address')}
      {text('city', 'City')}
      <Select
        label="Country"
        value={recipient.country}
        error={errors['country']}
        onChange={({ target }) => onChange(inCountry(recipient, target.value))}
      >
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {regions ? (
        <Select
          label={words.regions[regions.kind]}
          value={recipient.region}
          error={errors['region']}
          onChange={({ target }) => onChange({ ...recipient, region: target.value })}
        >
          <option value="" disabled>
            Choose
          </option>
          {regions.names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      ) : (
        <Field
          label={words.regions[regionKind(recipient.country)]}
          autoComplete="off"
          maxLength={CHECKOUT_LIMITS.region}
          value={recipient.region}
          error={errors['region']}
          onChange={({ target }) => onChange({ ...recipient, region: target.value })}
        />
      )}
      {text('postal', words.postalCodes[postalCodeOf(recipient.country).kind])}
    </>
  )
}

/** A region is kept only if the new country has it too. */
function inCountry(recipient: Recipient, country: string): Recipient {
  const isKept = regionsOf(country)?.names.includes(recipient.region) ?? false
  return { ...recipient, country, region: isKept ? recipient.region : '' }
}
