import type { InputHTMLAttributes } from 'react'
import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { hasPostalCodes, postalCodeOf } from '#domain/places/postal-codes.ts'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import Field from '#web/ui/field.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type { FormOfFields } from './use-checkout.ts'

type TextField = Exclude<keyof typeof CHECKOUT_LIMITS, 'region'> | 'apartment'

/** In characters; the address has to take it too. */
const MAX_APARTMENT_LENGTH = 60

/** Keyboard and autofill of each text field. `shipping` keeps a browser from filling in a billing address. */
const FIELDS: Record<TextField, { required?: false } & InputHTMLAttributes<HTMLInputElement>> = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  name: { autoComplete: 'shipping name', autoCapitalize: 'words' },
  address: { autoComplete: 'shipping address-line1', autoCapitalize: 'words' },
  apartment: { autoComplete: 'shipping address-line2', autoCapitalize: 'words', required: false },
  city: { autoComplete: 'shipping address-level2', autoCapitalize: 'words' },
  postal: { autoComplete: 'shipping postal-code', autoCapitalize: 'characters' },
}

interface Props {
  checkout: FormOfFields
  field: TextField
  className?: string | undefined
}

export default function CheckoutField({ checkout, field, className }: Props) {
  const words = useWords('checkout/checkout')
  const fieldWords = useWords('checkout/fields')
  const labels: Record<TextField, string> = {
    email: words.email,
    phone: words.phone,
    name: words.name,
    address: words.address,
    apartment: words.apartment,
    city: words.city,
    postal: '',
  }
  const { country } = checkout.values
  const postal = field === 'postal' ? postalCodeOf(country) : null
  return (
    <Field
      label={postal ? fieldWords.postalCodes[postal.kind] : labels[field]}
      hint={postal?.example ? words.forExample(postal.example) : undefined}
      error={checkout.state.fieldErrors[field]}
      name={field}
      enterKeyHint="next"
      spellCheck={false}
      maxLength={field === 'apartment' ? MAX_APARTMENT_LENGTH : CHECKOUT_LIMITS[field]}
      required={postal === null || hasPostalCodes(country)}
      {...FIELDS[field]}
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
