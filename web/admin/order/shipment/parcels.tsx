import { useId } from 'react'
import Button from '#web/ui/button.tsx'
import styles from '#web/admin/order/order-page.module.css'
import type { OrderView, PickupView, ShipmentView } from '#web/views/orders/order-view.ts'
import { isTracked } from './tracking-dialog.tsx'
import { sendingWords } from './sending-words.ts'
import parcels from './parcels.module.css'

interface ParcelsProps {
  order: OrderView
  onTracking: (shipment: ShipmentView) => void
  onUndo: (shipment: ShipmentView) => void
  onUndoPickup: (pickup: PickupView) => void
}

/** The parcels that were sent, and what is still to be sent after a part. Nothing before the first parcel. */
export default function Parcels({ order, onTracking, onUndo, onUndoPickup }: ParcelsProps) {
  const { shipments, fulfilment, lines, pickups } = order
  const words = sendingWords(order)
  if (shipments.length === 0) return null
  const isPart = fulfilment === 'partially-fulfilled'
  return (
    <section className={styles.section} aria-labelledby="parcels">
      <h2 id="parcels">{shipments.length === 1 && !isPart ? words.parcel : words.parcels}</h2>
      <ul className={parcels.list}>
        {shipments.map((shipment) => (
          <Parcel
            key={shipment.number}
            shipment={shipment}
            words={words}
            isOnly={shipments.length === 1 && !isPart}
            actions={
              <>
                {order.may.tracking && order.delivery === 'ship' && (
                  <Button tone="plain" onClick={() => onTracking(shipment)}>
                    {isTracked(shipment) ? 'Change tracking' : 'Add tracking'}
                    <Which shipment={shipment} isOnly={shipments.length === 1} />
                  </Button>
                )}
                {order.may['undo-fulfilment'] && shipment.undoUntil !== null && (
                  <Button tone="plain" onClick={() => onUndo(shipment)}>
                    {shipments.length === 1 && !isPart
                      ? words.undo
                      : `Undo ${words.parcel.toLowerCase()} ${shipment.number}`}
                  </Button>
                )}
              </>
            }
          />
        ))}
      </ul>
      {pickups.map((pickup) => {
        const isWhole = order.pickup === 'picked-up' && pickups.length === 1
        return (
          <div key={pickup.number} className={parcels.open}>
            {!isWhole && <Units items={pickup.items} />}
            <dl className={styles.facts}>
              <Fact label="Picked up" value={pickup.at} />
              <Fact label="Handed over by" value={pickup.by} />
            </dl>
            {order.may['undo-pickup'] && pickup.undoUntil !== null && (
              <div className={parcels.actions}>
                <Button tone="plain" onClick={() => onUndoPickup(pickup)}>
                  Not picked up
                  {!isWhole && (
                    <span className="visually-hidden">
                      :{' '}
                      {pickup.items
                        .map(({ quantity, name, size }) => `${quantity} × ${name}, ${size}`)
                        .join('; ')}
                    </span>
                  )}
                </Button>
              </div>
            )}
          </div>
        )
      })}
      {pickups.length > 0 && lines.some(({ waiting }) => waiting > 0) && (
        <div className={parcels.open}>
          <h3>Still to pick up</h3>
          <Units items={lines.map((line) => ({ ...line, quantity: line.waiting }))} />
        </div>
      )}
      {isPart && (
        <div className={parcels.open}>
          <h3>{words.stillToSend}</h3>
          <Units items={lines.map((line) => ({ ...line, quantity: line.open }))} />
        </div>
      )}
    </section>
  )
}

interface ParcelProps {
  words: ReturnType<typeof sendingWords>
  shipment: ShipmentView
  isOnly: boolean
  actions: React.ReactNode
}

function Parcel({ shipment, words, isOnly, actions }: ParcelProps) {
  const id = useId()
  const { number, at, by, carrier, trackingNumber, trackingLink, items } = shipment
  return (
    <li aria-labelledby={isOnly ? undefined : id}>
      {!isOnly && (
        <h3 id={id}>
          {words.parcel} {number}
        </h3>
      )}
      <Units items={items} />
      <dl className={styles.facts}>
        <Fact label={words.sent} value={at} />
        <Fact label={words.sentBy} value={by} />
        <Fact label="Carrier" value={carrier} />
        <Fact label="Tracking number" value={trackingNumber} />
        {trackingLink && (
          <div>
            <dt>Tracking</dt>
            <dd>
              <a href={trackingLink} target="_blank" rel="noreferrer">
                Follow the parcel
                <Which shipment={shipment} isOnly={isOnly} />
              </a>
            </dd>
          </div>
        )}
      </dl>
      <div className={parcels.actions}>{actions}</div>
    </li>
  )
}

/** Tells buttons of several parcels apart for screen readers. */
function Which({ shipment, isOnly }: { shipment: ShipmentView; isOnly: boolean }) {
  return isOnly ? null : <span className="visually-hidden"> of parcel {shipment.number}</span>
}

function Units({ items }: { items: ShipmentView['items'] }) {
  return (
    <ul className={parcels.units}>
      {items
        .filter(({ quantity }) => quantity > 0)
        .map(({ position, quantity, name, size }) => (
          <li key={position}>
            {quantity} × {name}, {size}
          </li>
        ))}
    </ul>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  if (value === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
