import styles from '#web/admin/order/order-page.module.css'
import { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import Button from '#web/ui/button.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'
import type { WholeOrderTask } from './open-task.ts'

interface Props {
  order: OrderView
  onTask(task: WholeOrderTask): void
}

/** A button for each allowed action, and links to the order's other pages. */
export default function OrderActions({ order, onTask }: Props) {
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
