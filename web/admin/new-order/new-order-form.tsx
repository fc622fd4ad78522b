import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import TextArea from '#web/ui/text-area.tsx'
import TotalList from '#web/ui/total-list.tsx'
import { formatCents } from '#domain/money.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import ChosenLines from './chosen-lines.tsx'
import CustomerStep from './customer-step.tsx'
import styles from './new-order.module.css'
import PaymentStep from './payment-step.tsx'
import ProductPicker from './product-picker.tsx'
import { useNewOrder } from './use-new-order.ts'

/** Items, customer and payment of a new order. */
export default function NewOrderForm({ products }: { products: readonly StaffProduct[] }) {
  const { form, draft, change, add, remove, said, price, isOld, hasFailed, errors, refusal, busy, submit } =
    useNewOrder()
  const isGift = draft.method === 'gift'

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className={styles.steps} disabled={busy}>
        <legend className="visually-hidden">New order</legend>
        <section className={styles.step} aria-labelledby="new-items">
          <h2 id="new-items">Items</h2>
          <ChosenLines
            lines={draft.lines}
            price={isOld ? null : price}
            errors={errors}
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
            disabled={busy}
            error={errors['lines']}
            onPick={add}
          />
        </section>
        <section className={styles.step} aria-labelledby="new-customer">
          <h2 id="new-customer">Customer</h2>
          <CustomerStep draft={draft} price={price} errors={errors} onChange={change} />
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
          <fieldset className={styles.steps} disabled={busy}>
            <legend className="visually-hidden">Payment</legend>
            <PaymentStep draft={draft} errors={errors} onChange={change} />
          </fieldset>
          <div role="status">
            {price && <TotalList className={styles.totals} rows={price.totals} />}
            {hasFailed && (
              <p className={styles.problem}>The total could not be loaded. Check the connection.</p>
            )}
          </div>
          <RefusalBlock message={refusal} />
          <Button tone="red" type="submit" disabled={busy}>
            {busy ? 'Creating the order...' : createWords(price?.total ?? null, isGift)}
          </Button>
        </section>
      </div>
    </form>
  )
}

function createWords(total: number | null, isGift: boolean): string {
  if (isGift) return 'Create the gift order'
  return total === null || total === 0 ? 'Create the order' : `Create the order: ${formatCents(total)}`
}
