import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'

interface Props extends ComponentPropsWithRef<'button'> {
  /** Red is for the main action of a screen. */
  tone?: 'ink' | 'red' | 'plain' | undefined
}

export default function Button({ tone = 'ink', type = 'button', className, ...button }: Props) {
  return (
    <button
      type={type}
      className={[styles.button, styles[tone], className].filter(Boolean).join(' ')}
      {...button}
    />
  )
}
