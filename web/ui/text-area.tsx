import { useId, type TextareaHTMLAttributes } from 'react'
import { FieldFrame } from './field.tsx'
import styles from './field.module.css'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
}

/** A multi-line input with its label above. */
export default function TextArea({ label, className, ...area }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={undefined} hint={undefined} className={className}>
      <textarea id={id} className={styles.input} {...area} />
    </FieldFrame>
  )
}
