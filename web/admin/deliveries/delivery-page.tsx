import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { DELIVERY_LIMITS, type Delivery } from '#domain/stock/delivery.ts'
import type { Size } from '#domain/catalog/size.ts'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import { newId } from '#web/admin/new-id.ts'
import ProductPicker from '#web/admin/new-order/product-picker.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import counting from '#web/admin/stock-count/stock-count-page.module.css'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { wholeOf } from '#web/admin/typed-numbers.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import styles from './deliveries.module.css'
import ReceivedProduct from './received-product.tsx'

export interface DeliveryPageProps {
  frame: StaffFrameProps
  isNew: boolean
  /** Null: it is new, or there is none. */
  delivery: Delivery | null
  /** Those of the delivery. */
  products: StaffProduct[]
  /** What it did to the counts, the newest first. */
  history: { id: number; what: string; delta: number; by: string; at: string }[]
}

const HISTORY = [
  { label: 'When', isBrief: true },
  { label: 'Count of' },
  { label: 'Change', align: 'end' },
  { label: 'Who', isBrief: true },
] as const

/** Receives a delivery into stock, as one act; or shows one that was received, to correct it. */
export default function DeliveryPage({ frame, isNew, delivery, products, history }: DeliveryPageProps) {
  const mayWrite = frame.permissions.includes('products.write')
  return (
    <StaffFrame frame={frame} title={isNew ? 'Receive a delivery' : 'Delivery'} here="/admin/dashboard">
      {isNew || delivery ? (
        <DeliveryForm delivery={delivery} products={products} mayWrite={mayWrite} />
      ) : (
        <p className={inbox.empty}>There is no such delivery.</p>
      )}
      {history.length > 0 && (
        <Table
          caption="What the delivery changed, newest first"
          columns={HISTORY}
          rows={history.map(({ id, what, delta, by, at }) => ({
            key: String(id),
            cells: [at, what, delta > 0 ? `+${delta}` : `−${-delta}`, by],
          }))}
        />
      )}
      <a className={styles.name} href="/admin/deliveries">
        All deliveries
      </a>
    </StaffFrame>
  )
}

/** Under `product size`, as they are typed. */
type Units = Record<string, string>
const keyOf = (productId: string, size: Size) => `${productId} ${size}`

function DeliveryForm({
  delivery,
  products: first,
  mayWrite,
}: Pick<DeliveryPageProps, 'delivery' | 'products'> & { mayWrite: boolean }) {
  const [id] = useState(() => delivery?.id ?? newId())
  const [about, setAbout] = useState({
    name: delivery?.name ?? '',
    supplier: delivery?.supplier ?? '',
    note: delivery?.note ?? '',
  })
  const [products, setProducts] = useState<readonly StaffProduct[]>(() =>
    first.filter((product) => delivery?.lines.some(({ productId }) => productId === product.id)),
  )
  const [units, setUnits] = useState<Units>(() =>
    Object.fromEntries(
      (delivery?.lines ?? []).map((line) => [keyOf(line.productId, line.size), String(line.units)]),
    ),
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [isTyped, setIsTyped] = useState(false)
  useUnsavedWarning(() => isTyped)
  const typed = Object.values(units).filter((text) => text.trim() !== '')
  const sum = typed.reduce((all, text) => all + Math.max(0, wholeOf(text)), 0)

  function write(change: Partial<typeof about>) {
    setAbout({ ...about, ...change })
    setIsTyped(true)
  }

  function add(product: StaffProduct, size: Size) {
    const key = keyOf(product.id, size)
    setProducts((before) => [product, ...before.filter((one) => one.id !== product.id)])
    setUnits((before) => ({ ...before, [key]: String(Math.max(0, wholeOf(before[key] ?? '0')) + 1) }))
    setIsTyped(true)
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const lines = products.flatMap((product) =>
      product.sizes.flatMap(({ size }) => {
        const text = (units[keyOf(product.id, size)] ?? '').trim()
        return text === '' || wholeOf(text) === 0 ? [] : { productId: product.id, size, units: wholeOf(text) }
      }),
    )
    const wrong = lines.filter((line) => line.units < 0)
    setFailure(wrong.length > 0 ? 'Some units are not whole numbers.' : null)
    setErrors(
      Object.fromEntries(wrong.map((line) => [`lines/${keyOf(line.productId, line.size)}`, 'Not a number'])),
    )
    if (wrong.length > 0) return
    setBusy(true)
    const version = delivery?.version ?? 0
    const answer = await call('PUT /api/staff/deliveries/:id', {
      params: { id },
      body: { version, ...about, lines },
    })
    setBusy(false)
    if (answer.kind === 'refused') {
      setErrors(answer.fields)
      return setFailure(
        answer.title ?? 'The shop did not respond. Press the button again: nothing is received twice.',
      )
    }
    flushSync(() => setIsTyped(false)) // nothing asks before the page is left
    window.location.assign(`/admin/deliveries/${id}`)
  }

  return (
    <form className={styles.form} noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <div className={styles.about}>
        <Field
          label="Name"
          required
          autoComplete="off"
          readOnly={!mayWrite}
          maxLength={DELIVERY_LIMITS.name}
          placeholder="Fall drop, box 1"
          value={about.name}
          error={errors['name']}
          onChange={({ target }) => write({ name: target.value })}
        />
        <Field
          label="Supplier"
          autoComplete="off"
          readOnly={!mayWrite}
          maxLength={DELIVERY_LIMITS.name}
          value={about.supplier}
          error={errors['supplier']}
          onChange={({ target }) => write({ supplier: target.value })}
        />
        <TextArea
          label={delivery === null ? 'Note' : 'Note, such as why it is corrected'}
          rows={2}
          readOnly={!mayWrite}
          maxLength={DELIVERY_LIMITS.note}
          value={about.note}
          error={errors['note']}
          onChange={({ target }) => write({ note: target.value })}
        />
      </div>
      {mayWrite && (
        <ProductPicker
          first={[]}
          label="Scan, or search for what came"
          isAny
          disabled={busy}
          verb="Add one of"
          onPick={add}
        />
      )}
      {products.length > 0 && (
        <ul className={counting.products} aria-label="What came">
          {products.map((product) => (
            <ReceivedProduct
              key={product.id}
              product={product}
              disabled={busy || !mayWrite}
              unitsOf={(size) => units[keyOf(product.id, size)] ?? ''}
              errorOf={(size) => errors[`lines/${keyOf(product.id, size)}`]}
              onType={(size, text) => {
                setUnits((before) => ({ ...before, [keyOf(product.id, size)]: text }))
                setIsTyped(true)
              }}
            />
          ))}
        </ul>
      )}
      <RefusalBlock message={failure ?? errors['lines'] ?? null} />
      {mayWrite && (
        <div className={counting.footer}>
          <p role="status">{sum === 1 ? '1 unit' : `${sum.toLocaleString('en-CA')} units`}</p>
          <Button type="submit" tone="red" disabled={busy || (delivery === null && sum === 0)}>
            {busy ? 'Saving...' : delivery === null ? 'Receive into stock' : 'Correct'}
          </Button>
        </div>
      )}
    </form>
  )
}
