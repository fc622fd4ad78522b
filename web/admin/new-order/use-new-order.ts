import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '#web/admin/new-id.ts'
import type { Size } from '#domain/catalog/size.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import {
  EMPTY_DRAFT,
  missingFields,
  remainingErrors,
  withOneMore,
  type Draft,
  type DraftLine,
} from './draft.ts'
import { needsNewPrice, refusalMessage, sendNewOrder } from './send-new-order.ts'
import { useManualPrice } from './use-manual-price.ts'

/** A new order as it is typed, priced and sent. The key stays until it is made, so a retry makes no second order. */
export function useNewOrder() {
  const form = useRef<HTMLFormElement>(null)
  const [orderKey] = useState(newId)
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [again, setAgain] = useState(0)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const { price, isOld, errors: priceErrors, hasFailed } = useManualPrice(draft, again)
  const shown = { ...priceErrors, ...errors }

  function change(changes: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...changes }))
    setErrors((before) => remainingErrors(before, { ...draft, ...changes }))
    setRefusal(null)
  }

  function add(product: StaffProduct, size: Size) {
    const lines = withOneMore(draft.lines, product, size)
    const added = lines.find((line) => line.product.id === product.id && line.size === size)
    change({ lines })
    setSaid(`${product.name}, ${size}: ${added?.quantity ?? 1} in the order.`)
  }

  function remove({ key, product, size }: DraftLine) {
    flushSync(() => change({ lines: draft.lines.filter((line) => line.key !== key) }))
    setSaid(`${product.name}, ${size} was removed.`)
    form.current?.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const missing = missingFields(draft)
    if (Object.keys(missing).length > 0) {
      flushSync(() => {
        setErrors(missing)
        setRefusal(missingWords(Object.keys(missing).length))
      })
      return focusWrong()
    }
    if (price === null || isOld) {
      if (Object.keys(priceErrors).length > 0) return focusWrong()
      setAgain((times) => times + 1)
      return setRefusal('The total is not known yet. Try again in a moment.')
    }
    setBusy(true)
    setErrors({})
    setRefusal(null)
    const answer = await sendNewOrder(draft, { price, orderKey })
    // It stays busy until the order's page is shown.
    if (answer.kind === 'done') return window.location.assign(`/admin/orders/${answer.value.number}`)
    flushSync(() => {
      setBusy(false)
      setErrors(answer.fields)
      setRefusal(refusalMessage(answer))
    })
    if (needsNewPrice(answer)) setAgain((times) => times + 1)
    focusWrong()
  }

  function focusWrong() {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return {
    form,
    draft,
    change,
    add,
    remove,
    said,
    price,
    isOld,
    hasFailed,
    errors: shown,
    refusal,
    busy,
    submit,
  }
}

/** Beside the button, and for screen readers; each field says more. */
function missingWords(count: number): string {
  return count === 1 ? '1 field to complete.' : `${count} fields to complete.`
}
