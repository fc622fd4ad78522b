import { isDelivered } from '#domain/orders/order.ts'
import BalanceDialog from './balance/balance-dialog.tsx'
import CancelDialog from './cancel-dialog.tsx'
import ItemsDialog from './items/items-dialog.tsx'
import NoteDialog, { TagDialog } from './note-dialog.tsx'
import RefundDialog from './refund/refund-dialog.tsx'
import RestockDialog from './refund/restock-dialog.tsx'
import ResolveDialog from './resolve-dialog.tsx'
import AddressDialog from './shipment/address-dialog.tsx'
import EmailDialog from './shipment/email-dialog.tsx'
import FulfilDialog from './shipment/fulfil-dialog.tsx'
import PickUpDialog from './shipment/pick-up-dialog.tsx'
import TrackingDialog from './shipment/tracking-dialog.tsx'
import OrderDialog, { type OrderTask } from './order-dialog.tsx'
import styles from './order-page.module.css'
import { sendingWords } from './shipment/sending-words.ts'
import Button from '#web/ui/button.tsx'
import type { OrderView, PickupView, ShipmentView } from '#web/views/orders/order-view.ts'
import { useState } from 'react'
import HoldFields, { NO_PROBLEM } from '#web/admin/packing/hold-fields.tsx'
import StaffOnlyField from './staff-only-field.tsx'

/** The dialogs of the tasks that are about the whole order. */
const DIALOGS = {
  fulfil: FulfilDialog,
  'fulfil-unpaid': (task: OrderTask) => <FulfilDialog {...task} isUnpaid />,
  'pick-up': PickUpDialog,
  address: AddressDialog,
  email: EmailDialog,
  items: ItemsDialog,
  balance: BalanceDialog,
  cancel: CancelDialog,
  refund: RefundDialog,
  restock: RestockDialog,
  hold: HoldDialog,
  release: ReleaseDialog,
  note: NoteDialog,
  tag: TagDialog,
  resolve: ResolveDialog,
}

type WholeOrderTask = keyof typeof DIALOGS

/** The task whose dialog is open. */
export type OpenTask =
  | { kind: WholeOrderTask }
  | { kind: 'tracking' | 'undo-fulfilment'; shipment: ShipmentView }
  | { kind: 'undo-pickup'; pickup: PickupView }

/** The dialog of a task. */
export function TaskDialog({ task, ...dialog }: OrderTask & { task: OpenTask }) {
  if (task.kind === 'tracking') return <TrackingDialog {...dialog} shipment={task.shipment} />
  if (task.kind === 'undo-fulfilment') return <UndoFulfilmentDialog {...dialog} shipment={task.shipment} />
  if (task.kind === 'undo-pickup') return <UndoPickupDialog {...dialog} pickup={task.pickup} />
  const Dialog = DIALOGS[task.kind]
  return <Dialog {...dialog} />
}

interface Props {
  order: OrderView
  mayBlock: boolean
  onTask(task: WholeOrderTask): void
}

/** A button for each allowed action, and links to the order's other pages. */
export function OrderActions({ order, mayBlock, onTask }: Props) {
  return (
    <div className={styles.actions} role="group" aria-label="Actions">
      {buttonsOf(order)
        .filter(({ task }) => order.may[task])
        .map(({ task, label, isMain }) => (
          <Button key={task} tone={isMain ? 'red' : 'plain'} data-main={isMain} onClick={() => onTask(task)}>
            {label}
          </Button>
        ))}
      {order.isPaid && isDelivered(order.delivery) && (
        <a className={styles.link} href={`/admin/orders/${order.number}/packing-slip`}>
          Packing slip
        </a>
      )}
      {mayBlock && order.erased === null && (
        <a className={styles.link} href={`/admin/blocks?order=${order.number}`}>
          Block customer
        </a>
      )}
      <a className={styles.link} href={order.shopperPath} target="_blank" rel="noreferrer">
        Customer’s page
      </a>
    </div>
  )
}

/** The buttons of every action, in order. `isMain`: what the order is waiting for. */
function buttonsOf(order: OrderView): { task: WholeOrderTask; label: string; isMain?: true }[] {
  const sending = sendingWords(order)
  const isRest = order.fulfilment === 'partially-fulfilled'
  return [
    { task: 'fulfil', label: isRest ? sending.fulfilRest : sending.fulfil, isMain: true },
    {
      task: 'pick-up',
      label: order.pickups.length > 0 ? 'The rest is picked up' : 'Picked up',
      isMain: true,
    },
    { task: 'fulfil-unpaid', label: sending.fulfilUnpaid },
    { task: 'release', label: 'Release', isMain: true },
    { task: 'hold', label: 'Put on hold' },
    { task: 'resolve', label: 'Resolve', isMain: true },
    { task: 'refund', label: 'Refund' },
    { task: 'restock', label: 'Return to stock' },
    { task: 'address', label: 'Change address' },
    { task: 'items', label: 'Change items' },
    { task: 'cancel', label: 'Cancel order' },
    { task: 'note', label: 'Add note' },
    { task: 'tag', label: 'Change tags' },
  ]
}

/** Puts an order on hold, for a reason. */
export default function HoldDialog(task: OrderTask) {
  const [problem, setProblem] = useState(NO_PROBLEM)
  const { order } = task
  return (
    <OrderDialog
      {...task}
      title="Put on hold"
      detail={`No one packs ${order.number} until it is released. The customer is not told.`}
      yes="Put on hold"
      action="hold"
      done="The order is on hold"
      body={() => ({ version: order.version, ...problem })}
    >
      {(errors) => <HoldFields problem={problem} errors={errors} onChange={setProblem} />}
    </OrderDialog>
  )
}

/** Releases an order that is on hold. */
function ReleaseDialog(task: OrderTask) {
  const { order } = task
  return (
    <OrderDialog
      {...task}
      title="Release the order"
      detail={`${order.number} can be packed again.`}
      yes="Release"
      action="release"
      done="The order can be packed again"
      body={() => ({ version: order.version })}
    />
  )
}

/** Marks a parcel as not sent, because fulfilling it was a mistake. */
function UndoFulfilmentDialog({ shipment, ...task }: OrderTask & { shipment: ShipmentView }) {
  const { order } = task
  const words = sendingWords(order)
  const isOnly = order.shipments.length === 1 && order.fulfilment === 'fulfilled'
  const [reason, setReason] = useState('')
  return (
    <OrderDialog
      {...task}
      title={isOnly ? words.undoTitle : `Undo ${words.parcel.toLowerCase()} ${shipment.number}`}
      detail={`${words.undoDetail(isOnly ? `Order ${order.number}` : `The items of this ${words.parcel.toLowerCase()}`, isOnly)} This is possible until ${(shipment.undoUntil ?? '').replace(/\.$/, '')}.`}
      yes={words.undoYes}
      action="undo-fulfilment"
      done={isOnly ? words.undone : words.partUndone}
      body={() => ({ version: order.version, shipment: shipment.number, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}

/** Marks what the customer took at one time as not picked up, because that was a mistake. */
function UndoPickupDialog({ pickup, ...task }: OrderTask & { pickup: PickupView }) {
  const { order } = task
  const [reason, setReason] = useState('')
  const isWhole = order.pickup === 'picked-up' && order.pickups.length === 1
  const count = pickup.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const part = count === 1 ? '1 item is' : `${count} items are`
  const what = isWhole ? `Order ${order.number} is` : part
  return (
    <OrderDialog
      {...task}
      title="Not picked up"
      detail={`${what} ready for pickup again. Any email about it that hasn’t been sent yet is withdrawn. This is possible until ${(pickup.undoUntil ?? '').replace(/\.$/, '')}.`}
      yes="Mark as not picked up"
      action="undo-pickup"
      done={isWhole ? 'The order is ready for pickup again.' : 'The items are ready for pickup again.'}
      body={() => ({ version: order.version, pickup: pickup.number, reason })}
    >
      {(errors) => (
        <StaffOnlyField label="Reason" value={reason} error={errors['reason']} onChange={setReason} />
      )}
    </OrderDialog>
  )
}
