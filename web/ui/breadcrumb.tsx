import { useWords } from './use-words.ts'
import styles from './breadcrumb.module.css'

interface Props {
  /** From the outside in; the last one is the current page. */
  trail: { label: string; href?: string }[]
}

export default function Breadcrumb({ trail }: Props) {
  const words = useWords('frame')
  return (
    <nav aria-label={words.breadcrumb} className={styles.breadcrumb}>
      <ol>
        {trail.map(({ label, href }) => (
          <li key={label}>{href ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
