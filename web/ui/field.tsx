import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './field.module.css'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A single-line input with its label above, and its error and what is passed as children below. */
export default function Field({ label, error, hint, className, children, ...input }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <input id={id} className={styles.input} {...describedBy(id, error, hint)} {...input} />
      {children}
    </FieldFrame>
  )
}

interface FrameProps {
  id: string
  label: string
  error: string | undefined
  hint: string | undefined
  className: string | undefined
  children: ReactNode
}

/** The frame of every kind of field. */
export function FieldFrame({ id, label, error, hint, className, children }: FrameProps) {
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/**
 * Links the hint and the error to the field for screen readers. A required list that is still empty is not invalid: the
 * browser would say so before it is touched.
 */
export function describedBy(id: string, error: string | undefined, hint: string | undefined) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-invalid': Boolean(error), ...(ids && { 'aria-describedby': ids }) }
}
