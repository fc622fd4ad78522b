import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import styles from './packing-slip-page.module.css'

export interface PackingSlipPageProps {
  /** The number of an order that was never paid, so that nothing is to be packed. */
  unpaid: string | null
  /** Null when there is no order with this number. No prices: the parcel may be a gift. */
  slip: {
    number: string
    placedAt: string
    name: string
    phone: string
    address: string[]
    note: string
    /** Paid and not sent yet. */
    isToBeSent: boolean
    lines: { name: string; size: string; quantity: number; position: number }[]
  } | null
}

/** A printable packing slip: what to pack, and the delivery address. */
export default function PackingSlipPage({ unpaid, slip }: PackingSlipPageProps) {
  const hydrated = useHydrated()
  if (unpaid !== null) {
    return (
      <main className={styles.sheet}>
        <h1>Order {unpaid} is not paid</h1>
        <p>
          There is no packing slip until it is. <a href={`/admin/orders/${unpaid}`}>Back to the order</a>
        </p>
      </main>
    )
  }
  if (slip === null) {
    return (
      <main className={styles.sheet}>
        <h1>No such order</h1>
        <p>
          There is no order of this number. <a href="/admin/orders">All orders</a>
        </p>
      </main>
    )
  }
  return (
    <main className={styles.sheet}>
      <div className={styles.screenOnly}>
        <a href={`/admin/orders/${slip.number}`}>Back to the order</a>
        <Button disabled={!hydrated} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {!slip.isToBeSent && (
        <p className={styles.warning}>This order is not waiting to be sent. Look at it before you pack it.</p>
      )}
      <header className={styles.header}>
        <Wordmark className={styles.mark} />
        <div>
          <h1>Packing slip</h1>
          <p>
            Order {slip.number}
            <br />
            {slip.placedAt}
          </p>
        </div>
      </header>
      <section aria-labelledby="to">
        <h2 id="to">Deliver to</h2>
        <address className={styles.address}>
          <strong>{slip.name}</strong>
          {slip.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{slip.phone}</span>
        </address>
      </section>
      <table className={styles.lines}>
        <caption className="visually-hidden">What goes into the parcel</caption>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Size</th>
            <th scope="col">Qty</th>
          </tr>
        </thead>
        <tbody>
          {slip.lines
            .filter(({ quantity }) => quantity > 0)
            .map(({ name, size, quantity, position }) => (
              <tr key={position}>
                <td>{name}</td>
                <td>{size}</td>
                <td>{quantity}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {slip.note && (
        <section aria-labelledby="note">
          <h2 id="note">Note</h2>
          <p className={styles.note}>{slip.note}</p>
        </section>
      )}
      <p>Thanks for your order!</p>
    </main>
  )
}
