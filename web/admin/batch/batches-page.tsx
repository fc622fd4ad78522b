import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import TrackingNumbers from './tracking-numbers.tsx'
import styles from './batch-page.module.css'

export interface BatchesPageProps {
  frame: StaffFrameProps
  page: number
  pages: number
  batches: {
    id: string
    name: string
    /** Who made it, and when. */
    by: string
    at: string
    isClosed: boolean
    orders: number
    /** Of how many the slip was printed, and how many are no longer to be sent. */
    printed: number
    packed: number
  }[]
}

const COLUMNS = [
  { label: 'Batch' },
  { label: 'Made', isBrief: true },
  { label: 'Orders', align: 'end' },
  { label: 'Printed', align: 'end' },
  { label: 'Packed', align: 'end' },
  { label: 'Status' },
] as const

/** The batches, the newest first; and tracking numbers that come for any order. */
export default function BatchesPage({ frame, page, pages, batches }: BatchesPageProps) {
  return (
    <StaffFrame frame={frame} title="Batches" here="/admin/orders">
      <div className={styles.top}>
        <p>Select orders in the list, then press “Make a batch”.</p>
        <a href="/admin/orders?state=to-fulfil">Orders to fulfil</a>
      </div>
      {batches.length === 0 ? (
        <p>There are no batches yet.</p>
      ) : (
        <Table
          caption="Batches, newest first"
          columns={COLUMNS}
          rows={batches.map(({ id, name, by, at, isClosed, orders, printed, packed }) => ({
            key: id,
            cells: [
              <a key="name" className={styles.name} href={`/admin/orders/batches/${id}`}>
                {name}
              </a>,
              `${at}, ${by}`,
              orders,
              printed,
              packed,
              isClosed ? 'Closed' : <strong key="state">Open</strong>,
            ],
          }))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={(other) => `/admin/orders/batches?page=${other}`} />
      <TrackingNumbers step="" onFulfilled={() => {}} />
    </StaffFrame>
  )
}
