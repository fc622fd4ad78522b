import Notice from '#web/ui/notice.tsx'
import type { OrderView } from '#web/views/orders/order-view.ts'

/** Points out other orders of the customer that wait to be sent too; nothing when there are none. */
export default function DuplicateNotice({ duplicates }: Pick<OrderView, 'duplicates'>) {
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
