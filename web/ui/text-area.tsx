import { useId, type TextareaHTMLAttributes } from 'react'
import { describedBy, FieldFrame } from './field.tsx'
import styles from './field.module.css'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  error?: string | undefined
}

/** A multi-line input with its label above and its error below. */
export default function TextArea({ label, error, className, ...area }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={undefined} className={className}>
      <textarea id={id} className={styles.input} {...describedBy(id, error, undefined)} {...area} />
    </FieldFrame>
  )
}
