import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The label. */
  children: ReactNode
}

/** A checkbox with its label, which is as tall as a thumb and toggles it too. */
export default function Checkbox({ children, className, ...input }: Props) {
  return (
    <label className={[styles.checkbox, className].filter(Boolean).join(' ')}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}
