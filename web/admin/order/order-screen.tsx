import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import OrderStateLabel from '#web/admin/order-state.tsx'
import Notice from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { attentionReason } from './attention-reason.ts'
import OrderLines from './order-lines.tsx'
import OrderMails from './order-mails.tsx'
import OrderMoney from './order-money.tsx'
import OrderParcel from './order-parcel.tsx'
import styles from './order-page.module.css'
import type { OrderView } from '#web/views/orders/order-view.ts'
import Parcels from './shipment/parcels.tsx'
import { OrderActions, TaskDialog, type OpenTask } from './order-tasks.tsx'
import { useOrder } from './use-order.ts'
import WholeNumbers from '#web/admin/list/whole-numbers.tsx'
import Button from '#web/ui/button.tsx'

/** The order, with buttons for the allowed actions. */
export default function OrderScreen({
  first,
  mayErase,
  mayBlock,
  mayReadSettings,
}: {
  first: OrderView
  mayErase: boolean
  mayBlock: boolean
  mayReadSettings: boolean
}) {
  const [task, setTask] = useState<OpenTask | null>(null)
  const { order, act } = useOrder(first, task !== null)
  const status = useRef<HTMLDivElement>(null)
  const reason = attentionReason(order)

  const dialog = {
    order,
    act,
    onClose: () => setTask(null),
    onDone: (words: string) => {
      flushSync(() => setTask(null)) // the toast must be outside the dialog
      // The button that opened the dialog may have disappeared, so the result gets the focus.
      if (document.activeElement === document.body) status.current?.focus({ preventScroll: true })
      showToast('success', words)
    },
  }

  return (
    <>
      <div className={styles.top}>
        <div ref={status} className={styles.status} role="group" aria-label="Status" tabIndex={-1}>
          <OrderStateLabel
            state={order.state}
            fulfilment={order.fulfilment}
            delivery={order.delivery}
            pickup={order.pickup}
            isBalanceDue={order.balance !== null}
          />
          <span>
            {order.madeBy === null ? 'Placed' : 'Created'} {order.placedAt}
          </span>
          {order.madeBy !== null && <span>Created by staff: {order.madeBy}</span>}
          {order.isTest && <span>Test order: no money moved</span>}
          {order.printed && (
            <span>
              Slip printed {order.printed.at}, by {order.printed.by}
            </span>
          )}
          {order.tags.length > 0 && <span>Tags: {order.tags.join(', ')}</span>}
          {order.policiesVersion !== null && order.policiesVersion > 0 && (
            <AgreedPolicies version={order.policiesVersion} isLink={mayReadSettings} />
          )}
        </div>
        <OrderActions order={order} mayBlock={mayBlock} onTask={(kind) => setTask({ kind })} />
      </div>
      {reason && <Notice>{reason}</Notice>}
      {order.hold && (
        <Notice>
          <strong>On hold: {order.hold.reason}</strong>
          {order.hold.note !== '' && <p>{order.hold.note}</p>}
          <p>
            Since {order.hold.at}, by {order.hold.by}. No one packs it until it is released.
          </p>
          {order.hold.photo !== '' && (
            <img className={styles.photo} src={order.hold.photo} alt="What is wrong, as the packer saw it" />
          )}
        </Notice>
      )}
      <BalanceNotice order={order} onSettle={() => setTask({ kind: 'balance' })} />
      <DuplicateNotice duplicates={order.duplicates} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderLines order={order} />
          <OrderHistory order={order} />
        </div>
        <div className={styles.column}>
          <Parcels
            order={order}
            onTracking={(shipment) => setTask({ kind: 'tracking', shipment })}
            onUndo={(shipment) => setTask({ kind: 'undo-fulfilment', shipment })}
            onUndoPickup={(pickup) => setTask({ kind: 'undo-pickup', pickup })}
          />
          <OrderParcel order={order} mayErase={mayErase} onEmail={() => setTask({ kind: 'email' })} />
          <OrderMoney order={order} mayBlock={mayBlock} />
          <OrderMails order={order} act={act} />
        </div>
      </div>
      {task && <TaskDialog {...dialog} task={task} />}
    </>
  )
}

/** Which version of the policies the shopper agreed to. Who may read the settings can look at it. */
function AgreedPolicies({ version, isLink }: { version: number; isLink: boolean }) {
  const words = `policies, version ${version}`
  return (
    <span>
      Agreed to the {isLink ? <a href={`/admin/settings/policies?version=${version}`}>{words}</a> : words}
    </span>
  )
}

/** All events, newest first. */
function OrderHistory({ order }: { order: OrderView }) {
  return (
    <section className={styles.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className={styles.events} reversed>
        {order.history.map(({ id, at, words, by }) => (
          <li key={id}>
            <p className={styles.words}>
              <WholeNumbers text={words} />
            </p>
            <p className={styles.quiet}>
              {by} · {at}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Props {
  order: OrderView
  onSettle: () => void
}

/** What a change of the order costs more and is not paid yet; nothing when nothing is left to pay. */
function BalanceNotice({ order: { balance, may }, onSettle }: Props) {
  if (balance === null) return null
  const { amount, change, isOpen, until } = balance
  return (
    <Notice>
      <p>
        <strong>
          {isOpen ? `Waiting for ${amount}` : `${amount} is not paid, and the payment link is closed`}
        </strong>
        , for a change of the order: {change}.{' '}
        {isOpen
          ? `Until ${until} the customer can pay it by link.`
          : 'Resend the link, settle it in another way, or undo the change.'}
      </p>
      {may.balance && (
        <p className={styles.action}>
          <Button tone="plain" onClick={onSettle}>
            {isOpen ? 'Payment link' : 'Settle'}
            <span className="visually-hidden">: {amount}</span>
          </Button>
        </p>
      )}
    </Notice>
  )
}

/** Points out other orders of the customer that wait to be sent too; nothing when there are none. */
function DuplicateNotice({ duplicates }: Pick<OrderView, 'duplicates'>) {
  if (duplicates.length === 0) return null
  return (
    <Notice>
      <p>Possible duplicate. Also placed within 24 hours, and not shipped yet:</p>
      <ul>
        {duplicates.map(({ number, placedAt, why }) => (
          <li key={number}>
            <a href={`/admin/orders/${number}`}>{number}</a>, {placedAt} ({why})
          </li>
        ))}
      </ul>
    </Notice>
  )
}
