import { useState } from 'react'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import PartChoice, { usePart } from './part-choice.tsx'
import { sendingWords } from './sending-words.ts'
import TrackingFields from './tracking-fields.tsx'

/** `isUnpaid`: although a change of the order is not paid. */
interface Props extends OrderTask {
  isUnpaid?: boolean
}

/** Marks everything that is open, or a part of it, as sent, with its tracking details. */
export default function FulfilDialog({ isUnpaid = false, ...task }: Props) {
  const { order } = task
  const words = sendingWords(order)
  const [tracking, setTracking] = useState({ carrier: '', trackingNumber: '', trackingLink: '' })
  const part = usePart(order.lines.filter((line) => line.open > 0))
  const isRest = order.fulfilment === 'partially-fulfilled'
  const staysOpen = part.leavesSome
  const what = staysOpen ? 'part of order' : isRest ? 'the rest of order' : 'order'
  return (
    <OrderDialog
      {...task}
      title={isRest ? words.fulfilRestTitle : words.fulfilTitle}
      detail={`${isUnpaid && order.balance ? `${order.balance.amount} of this order has not been paid. ` : ''}${words.told(order.customer.name, `${what} ${order.number}`)}${staysOpen ? words.later : ''}.`}
      yes={
        staysOpen
          ? `${words.fulfilPart}${isUnpaid ? ' unpaid' : ''}`
          : isUnpaid
            ? words.fulfilUnpaid
            : words.fulfil
      }
      action="fulfil"
      done={staysOpen ? words.partDone : words.done}
      body={() => ({
        version: order.version,
        ...tracking,
        ...part.request,
        ...(isUnpaid && { despiteBalance: true }),
      })}
    >
      {(errors) => (
        <>
          <PartChoice
            part={part}
            legend={words.whatToSend}
            everything={`All remaining items (${part.total})`}
            aPart={words.part}
            itemsLegend={words.itemsOfPart}
            error={errors['items']}
          />
          {order.delivery === 'ship' && (
            <TrackingFields tracking={tracking} errors={errors} onChange={setTracking} />
          )}
        </>
      )}
    </OrderDialog>
  )
}
