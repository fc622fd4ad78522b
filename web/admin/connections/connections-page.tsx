import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { ConnectionView } from '#web/views/connections/connection-view.ts'
import ConnectionCard from './connection-card.tsx'
import styles from './connections-page.module.css'

export interface ConnectionsPageProps {
  frame: StaffFrameProps
  connections: ConnectionView[]
}

/** The needs of the shop, their suppliers and their state. */
export default function ConnectionsPage({ frame, connections }: ConnectionsPageProps) {
  return (
    <StaffFrame frame={frame} title="Connections" here="/admin/connections">
      <p className={styles.intro}>
        Suppliers and their keys are set in the shop’s settings. Keys are never shown here.
      </p>
      <div className={styles.connections}>
        {connections.map((connection) => (
          <ConnectionCard key={connection.need} connection={connection} />
        ))}
      </div>
    </StaffFrame>
  )
}
