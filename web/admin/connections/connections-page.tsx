import { useState } from 'react'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { ConnectionView } from '#web/views/connections/connection-view.ts'
import ConnectionCard from './connection-card.tsx'
import styles from './connections-page.module.css'

export interface ConnectionsPageProps {
  frame: StaffFrameProps
  connections: ConnectionView[]
  needsPassword: boolean
}

/** The needs of the shop, their suppliers and their state. */
export default function ConnectionsPage({ frame, connections: first, needsPassword }: ConnectionsPageProps) {
  const [connections, setConnections] = useState(first)
  const failing = connections.filter(({ state }) => state === 'fails').length
  const waiting = { ...frame.waiting, '/admin/connections': failing }
  const replace = (tried: ConnectionView) =>
    setConnections((all) => all.map((one) => (one.need === tried.need ? tried : one)))
  return (
    <StaffFrame frame={{ ...frame, waiting }} title="Connections" here="/admin/connections">
      <p className={styles.intro}>
        Keys that you enter here are stored encrypted, and never shown again. Variables of the shop’s server
        win over them.
      </p>
      <div className={styles.connections}>
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.need}
            connection={connection}
            needsPassword={needsPassword}
            onTried={replace}
          />
        ))}
      </div>
    </StaffFrame>
  )
}
