import { useId, type SelectHTMLAttributes } from 'react'
import { describedBy, FieldFrame } from './field.tsx'
import styles from './field.module.css'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A select list: the native one, which every phone displays well. */
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
