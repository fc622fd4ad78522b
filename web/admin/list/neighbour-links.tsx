import styles from './neighbour-links.module.css'

interface Props {
  /** The address of the list. */
  list: string
  /** The addresses beside the current one in the list; null at its ends. */
  previous: string | null
  next: string | null
}

/** Links from one record back to its list, and to the records beside it. */
export default function NeighbourLinks({ list, previous, next }: Props) {
  return (
    <nav className={styles.links} aria-label="In the list">
      <a href={list}>Back to the list</a>
      {previous && (
        <a href={previous} rel="prev">
          Previous
        </a>
      )}
      {next && (
        <a href={next} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
