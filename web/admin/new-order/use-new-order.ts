import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { askStaff } from '#web/admin/ask-staff.ts'
import { newId } from '#web/admin/new-id.ts'
import type { Size } from '#domain/catalogue/size.ts'
import type { StaffProduct } from '#web/views/catalogue/staff-product.ts'
import { EMPTY_DRAFT, missingReasons, pricedBody, withOneMore, type Draft, type DraftLine } from './draft.ts'
import { useManualPrice } from './use-manual-price.ts'

const SIGNED_OUT = 'You are signed out. Sign in in another tab, then try again: nothing you typed is lost.'
const NO_ANSWER = 'The shop did not answer. Press the button again: the order will not be made twice.'

/** A new order as it is typed, priced and sent. The key stays until it is made, so a retry is no second order. */
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
    setErrors({})
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
    if (draft.lines.length === 0) return setRefusal('Choose at least one item.')
    if (draft.method === null) {
      flushSync(() => setErrors({ method: 'Choose how it was paid.' }))
      return focusWrong()
    }
    const missing = missingReasons(draft)
    if (Object.keys(missing).length > 0) {
      flushSync(() => setErrors(missing))
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
    const { note, method, reference } = draft
    const answer = await askStaff<{ number: string }>('POST', '/api/staff/orders', {
      ...pricedBody(draft),
      orderKey,
      note,
      method,
      reference,
      // What staff see as chosen, also before they chose themselves.
      shippingMethod: price.method,
      total: price.total,
    })
    // It stays busy until the order's page is there.
    if (answer.kind === 'done') return window.location.assign(`/admin/orders/${answer.value.number}`)
    const hasFields = Object.keys(answer.fields).length > 0
    flushSync(() => {
      setBusy(false)
      setErrors(answer.fields)
      if (answer.code === 'signed-out') setRefusal(SIGNED_OUT)
      else if (answer.code !== 'invalid-request' || !hasFields) setRefusal(answer.title ?? NO_ANSWER)
    })
    if (['price-changed', 'lines-unavailable', 'shipping-changed'].includes(answer.code ?? ''))
      setAgain((times) => times + 1)
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
