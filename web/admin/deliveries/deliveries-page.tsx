import inbox from '#web/admin/list/inbox.module.css'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import styles from './deliveries.module.css'

export interface DeliveriesPageProps {
  frame: StaffFrameProps
  /** `received`: when, and by whom. */
  deliveries: { id: string; name: string; supplier: string; units: number; received: string }[]
  /** Where the next page begins. */
  next: string | null
}

const COLUMNS = [
  { label: 'Delivery' },
  { label: 'Supplier' },
  { label: 'Units', align: 'end' },
  { label: 'Received', isBrief: true },
] as const

/** The deliveries that came into stock, the newest first. */
export default function DeliveriesPage({ frame, deliveries, next }: DeliveriesPageProps) {
  return (
    <StaffFrame frame={frame} title="Deliveries" here="/admin/dashboard">
      {frame.permissions.includes('products.write') && (
        <LinkButton tone="red" className={styles.new} href="/admin/deliveries/new">
          Receive a delivery
        </LinkButton>
      )}
      {deliveries.length > 0 && (
        <a className={styles.name} href="/api/staff/deliveries.csv" download>
          Export CSV
        </a>
      )}
      {deliveries.length === 0 ? (
        <p className={inbox.empty}>No deliveries yet.</p>
      ) : (
        <Table
          caption="Deliveries, newest first"
          columns={COLUMNS}
          rows={deliveries.map(({ id, name, supplier, units, received }) => ({
            key: id,
            cells: [
              <a key="name" className={styles.name} href={`/admin/deliveries/${id}`}>
                {name}
              </a>,
              supplier,
              units,
              received,
            ],
          }))}
        />
      )}
      {next && (
        <a className={styles.name} rel="next" href={`/admin/deliveries?after=${next}`}>
          Older
        </a>
      )}
    </StaffFrame>
  )
}
