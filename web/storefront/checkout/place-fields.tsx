import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { countriesNamed } from '#domain/places/countries.ts'
import { regionKind, needsRegion, regionsOf } from '#domain/places/regions.ts'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type { FormOfFields } from './use-checkout.ts'

interface CountryProps {
  checkout: FormOfFields
  className?: string | undefined
}

export function CountryField({ checkout, className }: CountryProps) {
  const words = useWords('checkout/checkout')
  const countryWords = useWords('countries')
  const { values, state, change, countries } = checkout
  return (
    <Select
      className={className}
      label={words.country}
      error={state.fieldErrors['country']}
      name="country"
      autoComplete="shipping country"
      required
      value={values.country}
      onChange={({ target }) => change('country', target.value)}
    >
      {countriesNamed(countryWords.names)
        .filter(({ code }) => countries === null || code === values.country || countries.includes(code))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </Select>
  )
}

/** A required list where the country has one, otherwise a text field, optional where addresses need none (spec 5). */
export function RegionField({ checkout: { values, state, change } }: { checkout: FormOfFields }) {
  const words = useWords('checkout/checkout')
  const fieldWords = useWords('checkout/fields')
  const regions = regionsOf(values.country)
  const shared = {
    label: fieldWords.regions[regionKind(values.country)],
    error: state.fieldErrors['region'],
    name: 'region',
    autoComplete: 'shipping address-level1',
    value: values.region,
  }
  if (!regions) {
    return (
      <Field
        {...shared}
        required={needsRegion(values.country)}
        enterKeyHint="next"
        maxLength={CHECKOUT_LIMITS.region}
        onChange={({ target }) => change('region', target.value)}
      />
    )
  }
  return (
    <Select {...shared} required onChange={({ target }) => change('region', target.value)}>
      <option value="" disabled>
        {words.chooseRegion}
      </option>
      {regions.names.map((name) => (
        <option key={name} value={name}>
          {fieldWords.regionNames[name] ?? name}
        </option>
      ))}
    </Select>
  )
}
