import Wordmark from '#web/ui/wordmark.tsx'
import styles from './gift-card-face.module.css'

interface Props {
  label: string
  amount: string
  code: string
  /** What its holder has to know. */
  note: string
}

/** A gift card as it is shown and printed, in the format of a bank card. */
export default function GiftCardFace({ label, amount, code, note }: Props) {
  return (
    <div className={styles.face} data-prints>
      <p className={styles.brand}>
        <Wordmark />
        <span>{label}</span>
      </p>
      <p className={styles.amount}>{amount}</p>
      <p className={styles.code}>{code}</p>
      <p className={styles.note}>{note}</p>
    </div>
  )
}
