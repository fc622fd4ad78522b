import { useEffect, useState } from 'react'
import type { CheckoutField } from '#domain/checkout-form.ts'
import { recallValues, rememberValues, type CheckoutStorage } from './checkout-memory.ts'
import { changeValue, EMPTY_VALUES, type CheckoutValues } from './checkout-values.ts'
import { detectCountry } from './detect-country.ts'

/** What is typed into the form, kept over a reload. The country begins with where the visitor seems to be. */
export function useCheckoutValues(storage: CheckoutStorage) {
  const [values, setValues] = useState<CheckoutValues>(() => recallValues(storage) ?? EMPTY_VALUES)

  useEffect(() => {
    if (recallValues(storage)?.country) return
    void detectCountry().then((country) => {
      setValues((typed) => (typed.country === '' ? changeValue(typed, 'country', country) : typed))
    })
  }, [storage])

  function change(field: CheckoutField, value: string): void {
    const changed = changeValue(values, field, value)
    setValues(changed)
    rememberValues(storage, changed)
  }

  return { values, change }
}
