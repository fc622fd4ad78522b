import BalanceDialog from '#web/admin/order/balance/balance-dialog.tsx'
import CancelDialog from '#web/admin/order/cancel-dialog.tsx'
import ItemsDialog from '#web/admin/order/items/items-dialog.tsx'
import NoteDialog, { TagDialog } from '#web/admin/order/note-dialog.tsx'
import RefundDialog from '#web/admin/order/refund/refund-dialog.tsx'
import RestockDialog from '#web/admin/order/refund/restock-dialog.tsx'
import ResolveDialog from '#web/admin/order/resolve-dialog.tsx'
import AddressDialog from '#web/admin/order/shipment/address-dialog.tsx'
import HoldDialog, { ReleaseDialog } from '#web/admin/order/shipment/hold-dialog.tsx'
import FulfilDialog from '#web/admin/order/shipment/fulfil-dialog.tsx'
import PickUpDialog from '#web/admin/order/shipment/pick-up-dialog.tsx'
import TrackingDialog from '#web/admin/order/shipment/tracking-dialog.tsx'
import UndoFulfilmentDialog from '#web/admin/order/shipment/undo-fulfilment-dialog.tsx'
import UndoPickupDialog from '#web/admin/order/shipment/undo-pickup-dialog.tsx'
import type { OrderTask } from '#web/admin/order/order-dialog.tsx'
import type { OpenTask } from './open-task.ts'

/** The dialog of a task. */
export default function TaskDialog({ task, ...dialog }: OrderTask & { task: OpenTask }) {
  switch (task.kind) {
    case 'fulfil':
      return <FulfilDialog {...dialog} />
    case 'fulfil-unpaid':
      return <FulfilDialog {...dialog} isUnpaid />
    case 'pick-up':
      return <PickUpDialog {...dialog} />
    case 'undo-pickup':
      return <UndoPickupDialog {...dialog} pickup={task.pickup} />
    case 'tracking':
      return <TrackingDialog {...dialog} shipment={task.shipment} />
    case 'undo-fulfilment':
      return <UndoFulfilmentDialog {...dialog} shipment={task.shipment} />
    case 'address':
      return <AddressDialog {...dialog} />
    case 'items':
      return <ItemsDialog {...dialog} />
    case 'balance':
      return <BalanceDialog {...dialog} />
    case 'cancel':
      return <CancelDialog {...dialog} />
    case 'refund':
      return <RefundDialog {...dialog} />
    case 'restock':
      return <RestockDialog {...dialog} />
    case 'hold':
      return <HoldDialog {...dialog} />
    case 'release':
      return <ReleaseDialog {...dialog} />
    case 'note':
      return <NoteDialog {...dialog} />
    case 'tag':
      return <TagDialog {...dialog} />
    case 'resolve':
      return <ResolveDialog {...dialog} />
  }
}
