import { useRef, useState, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { formatCents } from '#domain/money.ts'
import type { Size } from '#domain/catalog/size.ts'
import form from '#web/admin/form.module.css'
import ProductPicker from '#web/admin/new-order/product-picker.tsx'
import OrderDialog, { type OrderTask, refusalWords } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import type { ItemsPriceView } from '#web/views/orders/order-view.ts'
import DifferenceFields, { useDifference } from './difference-fields.tsx'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'

/** While a quantity is typed, the change is not priced at every digit. */
const DEBOUNCE_MS = 300

interface PricedItems {
  request: string
  price: ItemsPriceView | null
  refusal: string | null
}

/** Replaces items that are still to be sent. Shows both totals before it is saved. */
export default function ItemsDialog(task: OrderTask) {
  const { order } = task
  const lines = order.lines.filter(({ open }) => open > 0)
  const [position, setPosition] = useState(lines[0]?.position ?? 0)
  const line = lines.find((one) => one.position === position)
  const [units, setUnits] = useState(String(line?.open ?? 1))
  const [picked, setPicked] = useState<{ product: StaffProduct; size: Size } | null>(null)
  const [quantity, setQuantity] = useState(units)
  const box = useRef<HTMLDivElement>(null)
  const settling = useDifference(order)
  const change = picked && {
    position,
    quantity: Number(units),
    to: { productId: picked.product.id, size: picked.size, quantity: Number(quantity) },
  }
  const { price, refusal } = useItemsPrice(order.number, change ? JSON.stringify({ change }) : '')
  const difference = price?.difference ?? 0

  /** The search and the quantity replace each other, and the new one gets the focus. */
  function pick(next: typeof picked) {
    flushSync(() => setPicked(next))
    box.current?.querySelector('input')?.focus()
  }

  function choose(chosen: (typeof lines)[number]) {
    setPosition(chosen.position)
    setUnits(String(chosen.open))
    setQuantity(String(chosen.open))
    setPicked(null)
  }

  return (
    <OrderDialog
      {...task}
      title="Change items"
      detail={`${order.fulfilment === 'partially-fulfilled' ? `Part of order ${order.number}` : `Order ${order.number}`} ${sendingWords(order).notYet}. ${order.customer.email ? 'The customer gets an email about the change.' : 'No one gets an email: the order has no email address.'}`}
      yes={difference < 0 ? `Save and refund ${formatCents(-difference)}` : 'Save'}
      action="items"
      done={difference < 0 ? 'Items changed, refund requested' : 'Items changed'}
      body={() => ({
        version: order.version,
        change,
        ...settling.bodyOf(difference),
      })}
    >
      {(errors) => (
        <>
          <fieldset className={form.group}>
            <legend>Item to replace</legend>
            {lines.map((one) => (
              <label key={one.position} className={styles.check}>
                <input
                  type="radio"
                  name="line"
                  checked={one.position === position}
                  onChange={() => choose(one)}
                />
                {one.open === one.quantity ? one.open : `${one.open} of ${one.quantity}`} x {one.name},{' '}
                {one.size}
              </label>
            ))}
          </fieldset>
          {line && line.open > 1 && (
            <Field
              label={`How many of the ${line.open} to replace`}
              inputMode="numeric"
              autoComplete="off"
              value={units}
              error={errors['change/quantity']}
              onChange={({ target }) => {
                setUnits(target.value)
                setQuantity(target.value)
              }}
            />
          )}
          <div ref={box}>
            {picked === null ? (
              <ProductPicker
                key={position}
                first={[]}
                initialQuery={line?.name ?? ''}
                label="Replace with"
                verb="Choose"
                disabled={false}
                error={errors['change']}
                onPick={(product, size) => pick({ product, size })}
              />
            ) : (
              <>
                <Field
                  label={`Quantity of ${picked.product.name}, ${picked.size}`}
                  inputMode="numeric"
                  autoComplete="off"
                  value={quantity}
                  error={errors['change/to/quantity']}
                  onChange={({ target }) => setQuantity(target.value)}
                />
                <button type="button" className={form.toggle} onClick={() => pick(null)}>
                  Choose a different item
                </button>
              </>
            )}
          </div>
          <p role="status" className={styles.sum}>
            {refusal ?? (price === null ? 'Choose what the customer gets.' : priceWords(price))}
          </p>
          {price?.packing && (
            <Notice>{price.packing} is packing this order. The packing bench will show the change.</Notice>
          )}
          <DifferenceFields settling={settling} difference={difference} errors={errors} />
        </>
      )}
    </OrderDialog>
  )
}

function priceWords({ before, after, difference }: ItemsPriceView): string {
  if (difference === 0) return `The total stays ${formatCents(before)}.`
  const change =
    difference < 0
      ? `${formatCents(-difference)} less, which will be refunded`
      : `${formatCents(difference)} more`
  return `The total was ${formatCents(before)} and becomes ${formatCents(after)}: ${change}.`
}

/** What the order costs with a change of items, or why it is refused. `request`: the body as text; empty: none yet. */
function useItemsPrice(number: string, request: string): Omit<PricedItems, 'request'> {
  const [priced, setPriced] = useState<PricedItems>({ request: '', price: null, refusal: null })
  useEffect(() => {
    if (request === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      const body = JSON.parse(request) as SentBody<'POST /api/staff/orders/:number/items-price'>
      void call('POST /api/staff/orders/:number/items-price', { params: { number }, body }).then((answer) => {
        if (!isCurrent) return
        if (answer.kind === 'done') return setPriced({ request, price: answer.value, refusal: null })
        const [first] = Object.values(answer.fields)
        setPriced({ request, price: null, refusal: first ?? refusalWords(answer) })
      })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [number, request])
  return priced.request === request ? priced : { price: null, refusal: null }
}
