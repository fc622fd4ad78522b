import AsServed from '#web/as-served.tsx'
import Wordmark from '#web/ui/wordmark.tsx'
import styles from './gift-card-face.module.css'

interface Props {
  label: string
  amount: string
  code: string
  /** What its holder has to know. */
  note: string
}

/** A gift card as it is shown and printed, in the format of a bank card. The server renders it, hidden if need be. */
export default function GiftCardFace({ label, amount, code, note }: Props) {
  return (
    <div className={`${styles.face} on-deep`} data-prints>
      <div className={styles.brand}>
        <AsServed as="div" id="card-brand" className={styles.mark}>
          {import.meta.env.SSR && <Wordmark />}
        </AsServed>
        <span>{label}</span>
      </div>
      <p className={styles.amount}>{amount}</p>
      <p className={styles.code}>{code}</p>
      <p className={styles.note}>{note}</p>
    </div>
  )
}
