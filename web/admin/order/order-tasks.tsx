import BalanceDialog from './balance/balance-dialog.tsx'
import CancelDialog from './cancel-dialog.tsx'
import ItemsDialog from './items/items-dialog.tsx'
import NoteDialog, { TagDialog } from './note-dialog.tsx'
import RefundDialog from './refund/refund-dialog.tsx'
import RestockDialog from './refund/restock-dialog.tsx'
import ResolveDialog from './resolve-dialog.tsx'
import AddressDialog from './shipment/address-dialog.tsx'
import HoldDialog, { ReleaseDialog } from './shipment/hold-dialog.tsx'
import FulfilDialog from './shipment/fulfil-dialog.tsx'
import PickUpDialog from './shipment/pick-up-dialog.tsx'
import TrackingDialog from './shipment/tracking-dialog.tsx'
import UndoFulfilmentDialog from './shipment/undo-fulfilment-dialog.tsx'
import UndoPickupDialog from './shipment/undo-pickup-dialog.tsx'
import type { OrderTask } from './order-dialog.tsx'
import styles from './order-page.module.css'
import { sendingWords } from './shipment/sending-words.ts'
import Button from '#web/ui/button.tsx'
import type { OrderView, PickupView, ShipmentView } from '#web/views/orders/order-view.ts'

/** The dialogs of the tasks that are about the whole order. */
const DIALOGS = {
  fulfil: FulfilDialog,
  'fulfil-unpaid': (task: OrderTask) => <FulfilDialog {...task} isUnpaid />,
  'pick-up': PickUpDialog,
  address: AddressDialog,
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
  onTask(task: WholeOrderTask): void
}

/** A button for each allowed action, and links to the order's other pages. */
export function OrderActions({ order, onTask }: Props) {
  return (
    <div className={styles.actions} role="group" aria-label="Actions">
      {buttonsOf(order)
        .filter(({ task }) => order.may[task])
        .map(({ task, label, isMain }) => (
          <Button key={task} tone={isMain ? 'red' : 'plain'} data-main={isMain} onClick={() => onTask(task)}>
            {label}
          </Button>
        ))}
      {order.isPaid && order.delivery !== 'in-person' && (
        <a className={styles.link} href={`/admin/orders/${order.number}/packing-slip`}>
          Packing slip
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
