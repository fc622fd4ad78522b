import { useEffect, useState } from 'react'
import { recallValues, rememberValues, type CheckoutStorage } from './checkout-memory.ts'
import { changeValue, NEW_VALUES, type CheckoutValues } from './checkout-values.ts'
import { detectCountry } from './detect-country.ts'

/** The typed form values, kept over a reload. The initial country is the visitor's detected country. */
export function useCheckoutValues(storage: CheckoutStorage) {
  const [values, setValues] = useState<CheckoutValues>(() => recallValues(storage) ?? NEW_VALUES)

  useEffect(() => {
    if (recallValues(storage)) return
    void detectCountry().then((country) => {
      // Only while the form is untouched: the country must not change under the shopper's hands.
      if (country)
        setValues((typed) => (typed === NEW_VALUES ? changeValue(typed, 'country', country) : typed))
    })
  }, [storage])

  function change(field: keyof CheckoutValues, value: string): void {
    const changed = changeValue(values, field, value)
    setValues(changed)
    rememberValues(storage, changed)
  }

  return { values, change }
}
