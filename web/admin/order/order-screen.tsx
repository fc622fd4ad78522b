import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import OrderStateLabel from '#web/admin/order-state.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { attentionReason } from './attention-reason.ts'
import BalanceDialog from './balance/balance-dialog.tsx'
import BalanceNotice from './balance/balance-notice.tsx'
import CancelDialog from './cancel-dialog.tsx'
import AgreedPolicies from './agreed-policies.tsx'
import AddressDialog from './shipment/address-dialog.tsx'
import DuplicateNotice from './shipment/duplicate-notice.tsx'
import { sendingWords } from './shipment/sending-words.ts'
import FulfilDialog from './shipment/fulfil-dialog.tsx'
import ItemsDialog from './items/items-dialog.tsx'
import NoteDialog from './note-dialog.tsx'
import OrderHistory from './order-history.tsx'
import OrderLines from './order-lines.tsx'
import OrderMails from './order-mails.tsx'
import OrderMoney from './order-money.tsx'
import OrderParcel from './order-parcel.tsx'
import styles from './order-page.module.css'
import type { OrderView, PickupView, ShipmentView } from '#web/views/orders/order-view.ts'
import RefundDialog from './refund/refund-dialog.tsx'
import RestockDialog from './refund/restock-dialog.tsx'
import ResolveDialog from './resolve-dialog.tsx'
import Parcels from './shipment/parcels.tsx'
import PickUpDialog from './shipment/pick-up-dialog.tsx'
import TrackingDialog from './shipment/tracking-dialog.tsx'
import UndoFulfilmentDialog from './shipment/undo-fulfilment-dialog.tsx'
import UndoPickupDialog from './shipment/undo-pickup-dialog.tsx'
import { useOrder } from './use-order.ts'

type Task =
  | 'fulfil'
  | 'tracking'
  | 'address'
  | 'items'
  | 'fulfil-unpaid'
  | 'balance'
  | 'undo-fulfilment'
  | 'pick-up'
  | 'undo-pickup'
  | 'cancel'
  | 'refund'
  | 'restock'
  | 'note'
  | 'resolve'

/** The order, with buttons for the allowed actions. */
export default function OrderScreen({
  first,
  mayErase,
  mayReadSettings,
}: {
  first: OrderView
  mayErase: boolean
  mayReadSettings: boolean
}) {
  const hydrated = useHydrated()
  const [task, setTask] = useState<Task | null>(null)
  const [shipment, setShipment] = useState<ShipmentView | null>(null)
  const [pickup, setPickup] = useState<PickupView | null>(null)
  const { order, act } = useOrder(first, task !== null)
  const stands = useRef<HTMLDivElement>(null)
  const { may } = order
  const reason = attentionReason(order)

  const dialog = {
    order,
    act,
    onClose: () => setTask(null),
    onDone: (words: string) => {
      flushSync(() => setTask(null)) // the toast must be outside the dialog
      // The button that opened the dialog may have disappeared, so the result gets the focus.
      if (document.activeElement === document.body) stands.current?.focus({ preventScroll: true })
      showToast('success', words)
    },
  }

  function open(next: Task, parcel: ShipmentView) {
    setShipment(parcel)
    setTask(next)
  }

  const sending = sendingWords(order)
  return (
    <>
      <div className={styles.top}>
        <div ref={stands} className={styles.stands} role="group" aria-label="Status" tabIndex={-1}>
          <OrderStateLabel
            state={order.state}
            fulfilment={order.fulfilment}
            delivery={order.delivery}
            pickup={order.pickup}
          />
          <span>
            {order.madeBy === null ? 'Placed' : 'Made'} {order.placedAt}
          </span>
          {order.madeBy !== null && <span>Made by staff: {order.madeBy}</span>}
          {order.policiesVersion !== null && order.policiesVersion > 0 && (
            <AgreedPolicies version={order.policiesVersion} isLink={mayReadSettings} />
          )}
        </div>
        <div className={styles.actions} role="group" aria-label="Actions">
          {may.fulfil && (
            <Button tone="red" disabled={!hydrated} onClick={() => setTask('fulfil')}>
              {order.fulfilment === 'partially-fulfilled' ? sending.fulfilRest : sending.fulfil}
            </Button>
          )}
          {may['pick-up'] && (
            <Button tone="red" disabled={!hydrated} onClick={() => setTask('pick-up')}>
              {order.pickups.length > 0 ? 'The rest is picked up' : 'Picked up'}
            </Button>
          )}
          {may['fulfil-unpaid'] && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('fulfil-unpaid')}>
              {sending.fulfilUnpaid}
            </Button>
          )}
          {may.resolve && (
            <Button tone="red" disabled={!hydrated} onClick={() => setTask('resolve')}>
              Resolve
            </Button>
          )}
          {may.refund && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('refund')}>
              Refund
            </Button>
          )}
          {may.restock && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('restock')}>
              Return to stock
            </Button>
          )}
          {may.address && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('address')}>
              Change address
            </Button>
          )}
          {may.items && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('items')}>
              Change items
            </Button>
          )}
          {may.cancel && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('cancel')}>
              Cancel order
            </Button>
          )}
          {may.note && (
            <Button tone="plain" disabled={!hydrated} onClick={() => setTask('note')}>
              Add note
            </Button>
          )}
          {order.isPaid && order.delivery !== 'in-person' && (
            <a className={styles.link} href={`/admin/orders/${order.number}/packing-slip`}>
              Packing slip
            </a>
          )}
          <a className={styles.link} href={order.shopperPath} target="_blank" rel="noreferrer">
            Customer’s page
          </a>
        </div>
      </div>
      {reason && <Notice>{reason}</Notice>}
      <BalanceNotice order={order} disabled={!hydrated} onSettle={() => setTask('balance')} />
      <DuplicateNotice duplicates={order.duplicates} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderLines order={order} />
          <OrderHistory order={order} />
        </div>
        <div className={styles.column}>
          <Parcels
            order={order}
            disabled={!hydrated}
            onTracking={(parcel) => open('tracking', parcel)}
            onUndo={(parcel) => open('undo-fulfilment', parcel)}
            onUndoPickup={(taken) => {
              setPickup(taken)
              setTask('undo-pickup')
            }}
          />
          <OrderParcel order={order} mayErase={mayErase} />
          <OrderMoney order={order} />
          <OrderMails order={order} act={act} disabled={!hydrated} />
        </div>
      </div>
      {task === 'fulfil' && <FulfilDialog {...dialog} />}
      {task === 'fulfil-unpaid' && <FulfilDialog {...dialog} isUnpaid />}
      {task === 'balance' && <BalanceDialog {...dialog} />}
      {task === 'address' && <AddressDialog {...dialog} />}
      {task === 'tracking' && shipment && <TrackingDialog {...dialog} shipment={shipment} />}
      {task === 'undo-fulfilment' && shipment && <UndoFulfilmentDialog {...dialog} shipment={shipment} />}
      {task === 'pick-up' && <PickUpDialog {...dialog} />}
      {task === 'undo-pickup' && pickup && <UndoPickupDialog {...dialog} pickup={pickup} />}
      {task === 'items' && <ItemsDialog {...dialog} />}
      {task === 'cancel' && <CancelDialog {...dialog} />}
      {task === 'refund' && <RefundDialog {...dialog} />}
      {task === 'restock' && <RestockDialog {...dialog} />}
      {task === 'note' && <NoteDialog {...dialog} />}
      {task === 'resolve' && <ResolveDialog {...dialog} />}
    </>
  )
}
