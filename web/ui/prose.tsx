import { useId, type ReactNode } from 'react'
import styles from './prose.module.css'

/** One part of a page that is read rather than used: its heading, and its text at a width that reads well. */
export default function ProseSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  )
}
