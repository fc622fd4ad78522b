import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  children: ReactNode
  /** Announced immediately, for information that the reader needs before continuing. */
  urgent?: boolean
}

/** A message in the flow of the page. */
export default function Notice({ children, urgent = false }: Props) {
  return (
    <div className={styles.notice} role={urgent ? 'alert' : undefined}>
      {children}
    </div>
  )
}
