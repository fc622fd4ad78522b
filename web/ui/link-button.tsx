import type { AnchorHTMLAttributes } from 'react'
import styles from './button.module.css'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  tone?: 'ink' | 'red' | 'plain' | undefined
}

/** A link that looks like a button, because it is the next step. */
export default function LinkButton({ tone = 'ink', className, children, ...link }: Props) {
  return (
    <a className={[styles.button, styles[tone], className].filter(Boolean).join(' ')} {...link}>
      {children}
    </a>
  )
}
