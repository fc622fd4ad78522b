import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** What ticking it means. */
  children: ReactNode
}

/** A box to tick, with its label behind it: the label is as tall as a thumb, and ticks too. */
export default function Checkbox({ children, className, ...input }: Props) {
  return (
    <label className={[styles.checkbox, className].filter(Boolean).join(' ')}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}
