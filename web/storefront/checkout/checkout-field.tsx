import type { InputHTMLAttributes } from 'react'
import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { hasPostalCodes, postalCodeOf } from '#domain/places/postal-codes.ts'
import EmailSuggestion from '#web/storefront/email-suggestion.tsx'
import Field from '#web/ui/field.tsx'
import * as words from '#words/checkout/checkout.ts'
import * as fieldWords from '#words/checkout/fields.ts'
import type { Checkout } from './use-checkout.ts'

type TextField = Exclude<keyof typeof CHECKOUT_LIMITS, 'region'> | 'apartment'

/** In characters; the address has to take it too. */
const MAX_APARTMENT_LENGTH = 60

/** Label, keyboard and autofill of each text field. `shipping` keeps a browser from filling in a billing address. */
const FIELDS: Record<TextField, { label: string; required?: false } & InputHTMLAttributes<HTMLInputElement>> =
  {
    email: { label: words.email, type: 'email', inputMode: 'email', autoComplete: 'email' },
    phone: { label: words.phone, type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    name: { label: words.name, autoComplete: 'shipping name', autoCapitalize: 'words' },
    address: { label: words.address, autoComplete: 'shipping address-line1', autoCapitalize: 'words' },
    apartment: {
      label: words.apartment,
      autoComplete: 'shipping address-line2',
      autoCapitalize: 'words',
      required: false,
    },
    city: { label: words.city, autoComplete: 'shipping address-level2', autoCapitalize: 'words' },
    postal: {
      label: fieldWords.postalCode,
      autoComplete: 'shipping postal-code',
      autoCapitalize: 'characters',
    },
  }

interface Props {
  checkout: Checkout
  field: TextField
  className?: string | undefined
}

export default function CheckoutField({ checkout, field, className }: Props) {
  const { label, ...input } = FIELDS[field]
  const { country } = checkout.values
  const postal = field === 'postal' ? postalCodeOf(country) : null
  return (
    <Field
      label={postal?.label ?? label}
      hint={postal?.example ? words.forExample(postal.example) : undefined}
      error={checkout.state.fieldErrors[field]}
      name={field}
      enterKeyHint="next"
      spellCheck={false}
      maxLength={field === 'apartment' ? MAX_APARTMENT_LENGTH : CHECKOUT_LIMITS[field]}
      required={postal === null || hasPostalCodes(country)}
      {...input}
      className={className}
      value={checkout.values[field]}
      onChange={({ target }) => checkout.change(field, target.value)}
    >
      {field === 'email' && (
        <EmailSuggestion
          email={checkout.values.email}
          onChoose={(email) => checkout.change('email', email)}
        />
      )}
    </Field>
  )
}
