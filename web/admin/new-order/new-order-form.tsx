import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { askStaff } from '#web/admin/ask-staff.ts'
import { newId } from '#web/admin/new-id.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import TextArea from '#web/ui/text-area.tsx'
import TotalList from '#web/ui/total-list.tsx'
import type { Size } from '#domain/catalogue/size.ts'
import { formatCad } from '#domain/money.ts'
import type { StaffProduct } from '#web/views/catalogue/staff-product.ts'
import ChosenLines from './chosen-lines.tsx'
import CustomerStep from './customer-step.tsx'
import { EMPTY_DRAFT, missingReasons, pricedBody, withOneMore, type Draft, type DraftLine } from './draft.ts'
import styles from './new-order.module.css'
import PaymentStep from './payment-step.tsx'
import ProductPicker from './product-picker.tsx'
import { useManualPrice } from './use-manual-price.ts'

const SIGNED_OUT = 'You are signed out. Sign in in another tab, then try again: nothing you typed is lost.'
const NO_ANSWER = 'The shop did not answer. Press the button again: the order will not be made twice.'

/** Items, customer and payment of a new order. The key stays until the order is made, so a retry is no second order. */
export default function NewOrderForm({ products }: { products: readonly StaffProduct[] }) {
  const hydrated = useHydrated()
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
  const isGift = draft.method === 'gift'

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

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className={styles.steps} disabled={busy || !hydrated}>
        <legend className="visually-hidden">New order</legend>
        <section className={styles.step} aria-labelledby="new-items">
          <h2 id="new-items">Items</h2>
          <ChosenLines
            lines={draft.lines}
            price={isOld ? null : price}
            errors={shown}
            isGift={isGift}
            onChange={(lines) => change({ lines })}
            onRemove={remove}
          />
          <p role="status" className="visually-hidden">
            {said}
          </p>
          <ProductPicker
            first={products}
            label="Find an item"
            verb="Add"
            disabled={busy || !hydrated}
            onPick={add}
          />
        </section>
        <section className={styles.step} aria-labelledby="new-customer">
          <h2 id="new-customer">Customer</h2>
          <CustomerStep draft={draft} price={price} errors={shown} onChange={change} />
          <TextArea
            label="Note (optional)"
            rows={2}
            maxLength={1_000}
            value={draft.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        </section>
      </fieldset>
      <div className={styles.side}>
        <section className={styles.step} aria-labelledby="new-payment">
          <h2 id="new-payment">Payment</h2>
          <fieldset className={styles.steps} disabled={busy || !hydrated}>
            <legend className="visually-hidden">Payment</legend>
            <PaymentStep draft={draft} errors={shown} onChange={change} />
          </fieldset>
          <div role="status">
            {price && <TotalList className={styles.totals} rows={price.totals} />}
            {hasFailed && (
              <p className={styles.problem}>The total could not be loaded. Check the connection.</p>
            )}
          </div>
          <RefusalBlock message={refusal} />
          <Button tone="red" type="submit" disabled={busy || !hydrated}>
            {busy ? 'Creating the order...' : createWords(price?.total ?? null, isGift)}
          </Button>
        </section>
      </div>
    </form>
  )
}

function createWords(total: number | null, isGift: boolean): string {
  if (isGift) return 'Create the gift order'
  return total === null || total === 0 ? 'Create the order' : `Create the order: ${formatCad(total)}`
}
