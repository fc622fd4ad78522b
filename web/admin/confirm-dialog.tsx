import { useId } from 'react'
import Button from '#web/ui/button.tsx'
import Modal from './modal.tsx'
import styles from './modal.module.css'

interface ConfirmDialogProps {
  question: string
  detail: string
  yes: string
  no: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something is deleted. The safe answer has the focus. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, detail, yes, no, busy = false, onYes, onNo } = props
  const id = useId()
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-question`}
      describedBy={`${id}-detail`}
      className={styles.small}
      onDismiss={() => !busy && onNo()}
    >
      <div className={styles.form}>
        <h2 id={`${id}-question`}>{question}</h2>
        <p id={`${id}-detail`}>{detail}</p>
        <div className={styles.buttons}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins somewhere */}
          <Button tone="plain" disabled={busy} autoFocus onClick={onNo}>
            {no}
          </Button>
          <Button tone="red" disabled={busy} onClick={onYes}>
            {yes}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
