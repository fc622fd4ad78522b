import styles from './neighbour-links.module.css'

interface Props {
  /** The address of the list. */
  list: string
  /** The addresses beside the current one in the list; null at its ends. */
  newer: string | null
  older: string | null
}

/** Links from one record back to its list, and to the records beside it. */
export default function NeighbourLinks({ list, newer, older }: Props) {
  return (
    <nav className={styles.links} aria-label="In the list">
      <a href={list}>Back to the list</a>
      {newer && (
        <a href={newer} rel="prev">
          Newer
        </a>
      )}
      {older && (
        <a href={older} rel="next">
          Older
        </a>
      )}
    </nav>
  )
}
