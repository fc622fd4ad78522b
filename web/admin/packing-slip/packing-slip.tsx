import { charging } from '#domain/charged-currency.ts'
import AsServed from '#web/as-served.tsx'
import Barcode from '#web/ui/barcode.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import type { CustomsView, SlipView } from '#web/views/packing/slip-view.ts'
import styles from './packing-slip.module.css'

/** A printable packing slip: what to pack, and the delivery address. `heading`: its level on the page. */
export default function PackingSlip({ slip, heading: Heading }: { slip: SlipView; heading: 'h1' | 'h2' }) {
  const Part = Heading === 'h1' ? 'h2' : 'h3'
  return (
    <article className={styles.slip} aria-label={`Packing slip of order ${slip.number}`}>
      {!slip.isToBeSent && (
        <p className={styles.warning}>
          {`This order is not waiting to be ${slip.isPickup ? 'made ready' : 'sent'}. Check it before you pack it.`}
        </p>
      )}
      <header className={styles.header}>
        <div className={styles.shop}>
          <AsServed as="div" id={`mark-${slip.number}`}>
            {import.meta.env.SSR && <Wordmark className={styles.mark} />}
          </AsServed>
          <div>
            <Heading className={styles.title}>Packing slip</Heading>
            <p>
              <span className={styles.number}>Order {slip.number}</span>
              <br />
              {slip.placedAt}
            </p>
          </div>
        </div>
        <Barcode label={`Barcode of order ${slip.number}`} view={slip.barcode} />
      </header>
      <section>
        <Part className={styles.part}>{slip.isPickup ? slip.shipping : 'Deliver to'}</Part>
        <address className={styles.address}>
          <strong>{slip.name}</strong>
          {slip.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{slip.phone}</span>
        </address>
        {slip.shipping !== '' && !slip.isPickup && (
          <p>
            Ship with <strong>{slip.shipping}</strong>
          </p>
        )}
      </section>
      <table className={styles.lines}>
        <caption className="visually-hidden">
          {slip.isPickup ? 'Items to pick up' : 'Items in the parcel'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Size</th>
            <th scope="col">Qty</th>
          </tr>
        </thead>
        <tbody>
          {slip.lines.map(({ name, size, quantity, position }) => (
            <tr key={position}>
              <th scope="row">{name}</th>
              <td className={styles.size}>{size}</td>
              <td className={styles.quantity}>{quantity}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {slip.isPickup ? 'Items for pickup' : 'Items in this parcel'}
            </th>
            <td className={styles.quantity}>{slip.units}</td>
          </tr>
        </tfoot>
      </table>
      {slip.sentBefore > 0 && (
        <p>
          {`${slip.sentBefore === 1 ? '1 item of this order was' : `${slip.sentBefore} items of this order were`} ${slip.isPickup ? 'ready before.' : 'sent in an earlier parcel.'}`}
        </p>
      )}
      {slip.note && (
        <section>
          <Part className={styles.part}>Note</Part>
          <p className={styles.note}>{slip.note}</p>
        </section>
      )}
      {slip.customs && <Customs customs={slip.customs} heading={Part} />}
      <p>Thanks for your order!</p>
    </article>
  )
}

/** What a customs declaration asks for. What the shop does not know is written in by hand. */
function Customs({ customs, heading: Part }: { customs: CustomsView; heading: 'h2' | 'h3' }) {
  return (
    <section className={styles.customs}>
      <Part className={styles.part}>Customs declaration</Part>
      <table className={styles.lines}>
        <caption className="visually-hidden">Contents for customs</caption>
        <thead>
          <tr>
            <th scope="col">Contents</th>
            <th scope="col">HS code</th>
            <th scope="col">Origin</th>
            <th scope="col">Qty</th>
            <th scope="col">Weight (kg)</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {customs.lines.map(({ position, contents, hsCode, origin, quantity, weight, value }) => (
            <tr key={position}>
              <th scope="row">{contents}</th>
              <OrBlank text={hsCode} />
              <OrBlank text={origin} />
              <td>{quantity}</td>
              <OrBlank text={weight} />
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              Total value ({charging.currency}), sale of merchandise
            </th>
            <OrBlank text={customs.weight} />
            <td>{customs.total}</td>
          </tr>
        </tfoot>
      </table>
      {customs.terms !== null && <p>{customs.terms}</p>}
    </section>
  )
}

/** A cell that is left blank, to be written in, when the shop does not know its text. */
function OrBlank({ text }: { text: string }) {
  if (text !== '') return <td>{text}</td>
  return (
    <td className={styles.blank}>
      <span className="visually-hidden">To be filled in</span>
    </td>
  )
}
