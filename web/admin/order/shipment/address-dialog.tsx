import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import OrderDialog, { type OrderTask } from '#web/admin/order/order-dialog.tsx'
import styles from '#web/admin/order/order-dialog.module.css'
import { formatCents } from '#domain/money.ts'
import DifferenceFields, { useDifference } from '#web/admin/order/items/difference-fields.tsx'
import { sendingWords } from './sending-words.ts'
import RecipientFields, { type Recipient } from './recipient-fields.tsx'

/** While an address is typed, it is not priced at every letter. */
const DEBOUNCE_MS = 400

const NOWHERE: Recipient = {
  name: '',
  phone: '',
  address: '',
  city: '',
  country: 'CA',
  region: '',
  postal: '',
}

/** Changes where the order goes, before it is sent. Shows what that costs before it is saved. */
export default function AddressDialog(task: OrderTask) {
  const { order } = task
  const [first] = useState(order.recipient ?? NOWHERE)
  const [recipient, setRecipient] = useState(first)
  const settling = useDifference(order)
  const priced = useAddressPrice(order.number, recipient, first)
  const difference = priced ?? 0
  return (
    <OrderDialog
      {...task}
      title="Change the address"
      detail={`Order ${order.number} ${sendingWords(order).notYet}. Its email address stays ${order.customer.email}.`}
      yes={difference < 0 ? `Save and refund ${formatCents(-difference)}` : 'Save'}
      action="address"
      done={difference < 0 ? 'Address changed, refund requested' : 'Address changed'}
      body={() => ({
        version: order.version,
        recipient,
        ...settling.bodyOf(difference),
      })}
    >
      {(errors) => (
        <>
          <RecipientFields recipient={recipient} errors={errors} onChange={setRecipient} />
          <p role="status" className={styles.sum}>
            {priced !== null && priceWords(priced)}
          </p>
          <DifferenceFields settling={settling} difference={difference} errors={errors} />
        </>
      )}
    </OrderDialog>
  )
}

/** What the order costs more at this address, in cents; null while the address is not valid. */
function useAddressPrice(number: string, recipient: Recipient, first: Recipient): number | null {
  const [difference, setDifference] = useState<number | null>(0)
  useEffect(() => {
    if (recipient === first) return
    let isCurrent = true
    const timer = setTimeout(() => {
      void call('POST /api/staff/orders/:number/address-price', {
        params: { number },
        body: {
          recipient,
        },
      }).then((answer) => {
        if (isCurrent) setDifference(answer.kind === 'done' ? answer.value.difference : null)
      })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [number, recipient, first])
  return difference
}

function priceWords(difference: number): string {
  if (difference === 0) return 'The total stays the same.'
  if (difference < 0) return `This address costs ${formatCents(-difference)} less, which will be refunded.`
  return `This address costs ${formatCents(difference)} more.`
}
