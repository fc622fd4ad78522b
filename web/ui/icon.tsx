import styles from './icon.module.css'

/** A line icon (icons.ts) beside or instead of a word; screen readers always get the word. */
export default function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
