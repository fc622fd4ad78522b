import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  children: ReactNode
  /** Spoken at once, for what the reader must know before going on. */
  urgent?: boolean
}

/** Something worth knowing, in the flow of the page. */
export default function Notice({ children, urgent = false }: Props) {
  return (
    <div className={styles.notice} role={urgent ? 'alert' : undefined}>
      {children}
    </div>
  )
}
