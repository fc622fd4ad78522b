import Notice from '#web/ui/notice.tsx'

/** An order with more returned than received. Money is text. */
export interface OverRefundedView {
  number: string
  received: string
  returned: string
  excess: string
}

/** Warns staff on every start screen about over-refunded orders that were not resolved yet. */
export default function OverRefundedNotice({ orders }: { orders: OverRefundedView[] }) {
  if (orders.length === 0) return null
  return (
    <Notice>
      <p>More money was refunded than received. Open the order and resolve it:</p>
      <ul>
        {orders.map(({ number, received, returned, excess }) => (
          <li key={number}>
            <a href={`/admin/orders/${number}`}>{number}</a>: {returned} refunded, {received} received,{' '}
            {excess} too much
          </li>
        ))}
      </ul>
    </Notice>
  )
}
