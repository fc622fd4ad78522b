import { useId, type SelectHTMLAttributes } from 'react'
import { describedBy, FieldFrame } from './field.tsx'
import styles from './field.module.css'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A choice from a list: the browser's own, which every phone knows how to show. */
export default function Select({ label, error, hint, className, children, ...select }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <select id={id} className={styles.input} {...describedBy(id, error, hint)} {...select}>
        {children}
      </select>
    </FieldFrame>
  )
}
