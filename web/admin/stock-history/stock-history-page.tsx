import type { CountChange, StockEvent, StockReason } from '#domain/stock/stock-change.ts'
import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Preorders, { type PreordersProps } from './preorders.tsx'
import styles from './stock-history-page.module.css'

/** An event with its time in words. */
export interface StockEventView extends Omit<StockEvent, 'at'> {
  at: string
}

export interface StockHistoryPageProps {
  frame: StaffFrameProps
  /** Null: there is no such product. */
  /** None of a product that was deleted. */
  sizes: PreordersProps['sizes']
  product: { id: string; name: string } | null
  /** One page, the newest first. */
  events: StockEventView[]
  /** Whether this is the first page. */
  newest: boolean
  /** Where the next page begins; null on the last one. */
  older: number | null
}

const COLUMNS = [
  { label: 'When', isBrief: true },
  { label: 'Count of', isBrief: true },
  { label: 'Change', align: 'end' },
  { label: 'Stock after', align: 'end' },
  { label: 'Why' },
  { label: 'Who', isBrief: true },
] as const

const REASONS: Record<StockReason, string> = {
  opening: 'Ledger started',
  added: 'Added',
  held: 'Held for an order',
  released: 'Released, not paid',
  sold: 'Sold',
  returned: 'Replaced by another item',
  restocked: 'Returned to stock',
  counted: 'Counted',
  received: 'Received',
  corrected: 'Changed by staff',
  'to-come': 'Sold before it is made',
  imported: 'Imported from the table',
}

const ACTORS: Record<string, string> = { shopper: 'Customer', gateway: 'Payment', system: 'The shop' }

/** What happened to the counts of a product: every change of stock is here, with its reason. */
export default function StockHistoryPage({ frame, product, sizes, ...page }: StockHistoryPageProps) {
  const { events, newest, older } = page
  const path = `/admin/products/${product?.id}/stock`
  return (
    <StaffFrame frame={frame} title="Stock history" here="/admin/dashboard">
      {product === null ? (
        <p className={inbox.empty}>There is no such product.</p>
      ) : (
        <>
          <h2 className={styles.name}>{product.name}</h2>
          {frame.permissions.includes('products.write') && <Preorders id={product.id} sizes={sizes} />}
          {events.length === 0 ? (
            <p className={inbox.empty}>The stock of this product has never been tracked.</p>
          ) : (
            <Table
              caption={`Stock changes of ${product.name}, newest first`}
              columns={COLUMNS}
              rows={events.map((event) => ({ key: String(event.id), cells: cellsOf(event, frame) }))}
            />
          )}
          <nav className={styles.pages} aria-label="Pages">
            {!newest && <a href={path}>Newest</a>}
            {older !== null && (
              <a href={`${path}?before=${older}`} rel="next">
                Older
              </a>
            )}
          </nav>
        </>
      )}
    </StaffFrame>
  )
}

function cellsOf({ counts, reason, by, orderNumber, delivery, at }: StockEventView, frame: StaffFrameProps) {
  // The product's own count changes with those of its sizes.
  const sizes = counts.filter(({ size }) => size !== null)
  const changed = sizes.length > 0 ? sizes : counts
  const order =
    orderNumber !== null && frame.permissions.includes('orders.read') ? (
      <a href={`/admin/orders/${orderNumber}`}>{orderNumber}</a>
    ) : (
      orderNumber
    )
  return [
    at,
    changed.map(({ size }) => size ?? 'All sizes').join(', '),
    byCount(changed, ({ delta }) => (delta > 0 ? `+${delta}` : delta < 0 ? `−${-delta}` : '0')),
    byCount(counts, ({ after }) => (after === null ? 'not tracked' : String(after))),
    <span key="why">
      {REASONS[reason]} <span className={inbox.whole}>{order}</span>
      {delivery && <a href={`/admin/deliveries/${delivery.id}`}>{delivery.name}</a>}
    </span>,
    ACTORS[by] ?? by,
  ]
}

/** `4`, or `M 4 · all 12` where there are several counts. */
function byCount(counts: readonly CountChange[], show: (count: CountChange) => string): string {
  return counts
    .map((count) => (counts.length === 1 ? show(count) : `${count.size ?? 'all'} ${show(count)}`))
    .join(' · ')
}
