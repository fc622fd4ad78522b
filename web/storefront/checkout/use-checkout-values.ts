import { useEffect, useRef, useState } from 'react'
import { recallValues, rememberValues, type CheckoutStorage } from './checkout-memory.ts'
import { changeValue, NEW_VALUES, type CheckoutValues } from './checkout-values.ts'
import { detectCountry } from './detect-country.ts'

/**
 * The typed form values, kept over a reload. The initial country is the visitor's detected country.
 * `unserved`: that country, when the shop does not ship there; null as soon as the shopper has chosen one.
 */
export function useCheckoutValues(storage: CheckoutStorage, countries: readonly string[] | null) {
  const [first] = useState(() => firstValues(countries))
  const [values, setValues] = useState<CheckoutValues>(() => recallValues(storage) ?? first)
  const [unserved, setUnserved] = useState<string | null>(null)
  const hasChosen = useRef(false)

  useEffect(() => {
    if (recallValues(storage)) return
    void detectCountry().then((country) => {
      // Only while the form is untouched: the country must not change under the shopper's hands.
      if (country === null || hasChosen.current) return
      if (countries?.includes(country) === false) return setUnserved(country)
      setValues((typed) => (typed === first ? changeValue(typed, 'country', country) : typed))
    })
  }, [storage, countries, first])

  function change(field: keyof CheckoutValues, value: string): void {
    if (field === 'country') {
      hasChosen.current = true
      setUnserved(null)
    }
    const changed = changeValue(values, field, value)
    setValues(changed)
    rememberValues(storage, changed)
  }

  return { values, change, unserved }
}

/** Canada, or the first country that the shop ships to. */
function firstValues(countries: readonly string[] | null): CheckoutValues {
  const [country = 'CA'] = countries ?? []
  return countries === null || countries.includes('CA')
    ? NEW_VALUES
    : changeValue(NEW_VALUES, 'country', country)
}
