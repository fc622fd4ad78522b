import { useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { CHECKOUT_FIELDS, type CheckoutInput } from '#domain/checkout/checkout-form.ts'
import type { CheckoutStorage } from './checkout-memory.ts'
import { NEW_CHECKOUT, nextCheckoutState, type CheckoutEvent } from './checkout-state.ts'
import { useCheckoutValues } from './use-checkout-values.ts'

/** The form of the checkout: what is typed, what is wrong with it, and where the focus goes then. */
export function useCheckoutForm(storage: CheckoutStorage, countries: readonly string[] | null) {
  const { values, change: changeTyped, fill: fillTyped, unserved } = useCheckoutValues(storage, countries)
  const [state, dispatch] = useReducer(nextCheckoutState, NEW_CHECKOUT)
  const form = useRef<HTMLFormElement>(null)
  const errorBlock = useRef<HTMLParagraphElement>(null)

  function change(field: keyof CheckoutInput, value: string): void {
    changeTyped(field, value)
    dispatch({ kind: 'field-edited', field })
  }

  function fill(known: Partial<CheckoutInput>): void {
    fillTyped(known)
    for (const field of CHECKOUT_FIELDS) if (field in known) dispatch({ kind: 'field-edited', field })
  }

  /** Shows why nothing was ordered, and focuses the first field to change, or the message. */
  function refuse(event: CheckoutEvent): void {
    flushSync(() => dispatch(event))
    const wrong =
      event.kind === 'fields-wrong' &&
      [...CHECKOUT_FIELDS, ...Object.keys(event.fields)].find((field) => event.fields[field])
    const element = wrong ? form.current?.elements.namedItem(wrong) : errorBlock.current
    if (element instanceof HTMLElement) element.focus()
  }

  return { values, unserved, state, dispatch, form, errorBlock, change, fill, refuse }
}
