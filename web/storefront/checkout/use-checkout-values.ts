import { useEffect, useRef, useState } from 'react'
import { recallValues, rememberValues, type CheckoutStorage } from './checkout-memory.ts'
import { changeValue, NEW_VALUES, type CheckoutValues } from './checkout-values.ts'
import { parseCountryCode } from '#domain/places/countries.ts'

const TIMEOUT_MS = 2_000

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

  /** Several fields at once. */
  function fill(known: Partial<CheckoutValues>): void {
    hasChosen.current = true
    setUnserved(null)
    const filled = { ...values, ...known }
    setValues(filled)
    rememberValues(storage, filled)
  }

  return { values, change, fill, unserved }
}

/** Canada, or the first country that the shop ships to. */
function firstValues(countries: readonly string[] | null): CheckoutValues {
  const [country = 'CA'] = countries ?? []
  return countries === null || countries.includes('CA')
    ? NEW_VALUES
    : changeValue(NEW_VALUES, 'country', country)
}

/** The visitor's probable country; null when it is unknown. Never throws. */
async function detectCountry(): Promise<string | null> {
  try {
    const response = await fetch('/api/location', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer: unknown = await response.json()
    const code =
      answer !== null && typeof answer === 'object' && 'country_code' in answer ? answer.country_code : null
    return parseCountryCode(code)
  } catch {
    return null
  }
}
