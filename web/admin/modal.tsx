import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { ToastRegion } from '#web/ui/toast.tsx'
import styles from './modal.module.css'

interface ModalProps {
  /** The id of the element that labels the dialog. */
  labelledBy: string
  describedBy?: string
  role?: 'dialog' | 'alertdialog'
  className?: string | undefined
  /** The user pressed Escape or clicked outside. */
  onDismiss: () => void
  children: ReactNode
}

/** A native modal dialog, open while it is mounted. It never closes on its own: the parent decides. */
export default function Modal({ labelledBy, describedBy, role, className, onDismiss, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close() // returns the focus
  }, [])

  function pressed(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDismiss()
  }

  function touched(event: PointerEvent) {
    if (event.target === dialog.current) onDismiss()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keyboard has Escape
    <dialog
      ref={dialog}
      role={role}
      className={[styles.modal, className].filter(Boolean).join(' ')}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby="none"
      onKeyDown={pressed}
      onPointerDown={touched}
    >
      <div className={styles.inside}>{children}</div>
      <ToastRegion />
    </dialog>
  )
}
