import { useId, type ReactNode } from 'react'
import styles from './prose.module.css'

/** A section of text: its heading, and paragraphs at a readable width. */
export default function ProseSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  )
}
