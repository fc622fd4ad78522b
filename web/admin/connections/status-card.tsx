import type { ReactNode } from 'react'
import styles from './status-card.module.css'

interface StatusCardProps {
  /** Unique on the page. */
  id: string
  title: string
  /** `works` and `fails` stand out. */
  state: string
  label: string
  children: ReactNode
}

/** A part of the shop that works or fails. */
export default function StatusCard({ id, title, state, label, children }: StatusCardProps) {
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        <span className={styles.state} data-state={state}>
          {label}
        </span>
      </div>
      {children}
    </section>
  )
}

export function Failure({ children }: { children: ReactNode }) {
  return <p className={styles.failure}>{children}</p>
}

/** A button, and its result. */
export function Trying({ children }: { children: ReactNode }) {
  return <div className={styles.trying}>{children}</div>
}
