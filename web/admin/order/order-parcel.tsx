import { mailtoLink } from '#domain/email.ts'
import styles from './order-page.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'
import { ordersAddress } from '#web/views/orders/orders-query.ts'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The customer and the delivery address. */
export default function OrderParcel({
  order,
  mayErase,
  onEmail,
}: {
  order: OrderView
  mayErase: boolean
  onEmail: () => void
}) {
  const { customer, erased } = order
  return (
    <section className={styles.section} aria-labelledby="customer">
      <h2 id="customer">Customer</h2>
      {erased ? (
        <div className={styles.address}>
          <strong>{erased.words}</strong>
          <span>{erased.at}</span>
          {customer.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      ) : (
        <>
          <address className={styles.address}>
            <strong>{customer.name}</strong>
            {customer.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {order.delivery === 'in-person' && <span>Handed over in person</span>}
            {order.delivery === 'none' && <span>Sent by email</span>}
            {order.shipping.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {customer.email && <a href={mailtoLink(customer.email)}>{customer.email}</a>}
            {customer.phone && (
              <a href={`tel:${customer.phone.replaceAll(/[^+\d]/g, '')}`}>{customer.phone}</a>
            )}
          </address>
          <div className={styles.actions}>
            {order.may.email && (
              <Button tone="plain" onClick={onEmail}>
                {customer.email === '' ? 'Add email' : 'Correct email'}
              </Button>
            )}
            {customer.address.length > 0 && <CopyAddress lines={[customer.name, ...customer.address]} />}
          </div>
          {order.bounce && (
            <p className={styles.bad}>
              An email to this address bounced on {order.bounce.at}, and the shop sends no more email to it.
              Resending an email allows the address again. Server response: {order.bounce.words}
            </p>
          )}
          {customer.email && (
            <a className={styles.link} href={`/admin/orders${ordersAddress({ q: customer.email })}`}>
              Orders of this customer
            </a>
          )}
          {mayErase && (
            <a className={styles.link} href={`/admin/erasure?order=${order.number}`}>
              Delete this customer’s data
            </a>
          )}
        </>
      )}
    </section>
  )
}

/** The name and the address as lines of text, for a label or the form of a carrier. */
function CopyAddress({ lines }: { lines: readonly string[] }) {
  async function copy() {
    try {
      // Browsers have a clipboard for pages on https and localhost only.
      await navigator.clipboard.writeText(lines.join('\n'))
      showToast('success', 'Address copied.')
    } catch {
      showToast('error', 'Your browser did not allow copying. Select the address instead.', 5_000)
    }
  }

  return (
    <Button tone="plain" onClick={() => void copy()}>
      Copy address
    </Button>
  )
}
