import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { useEffect, useRef } from 'react'
import { type Cents } from '#domain/money.ts'
import Button from '#web/ui/button.tsx'
import { useShopName } from '#web/ui/shop-name.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './bank-step.module.css'

/** The shopper's choice in the bank's confirmation step. */
export type BankAnswer = 'approve' | 'fail'

interface Props {
  /** Null: nothing is paid. */
  total: Cents | null
  onAnswer(answer: BankAnswer): void
}

/**
 * The confirmation step that a bank would show (3-D Secure). Leaving it with Escape counts as a failure, as at a real
 * bank.
 */
export default function BankStep({ total, onAnswer }: Props) {
  const words = useWords('checkout/test-gateway')
  const shopName = useShopName()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="bank-step"
      onCancel={() => onAnswer('fail')}
    >
      <h2 id="bank-step">{total === null ? words.confirmCard : words.confirmPayment}</h2>
      <p>{total === null ? words.bankAsksCard(shopName) : words.bankAsks(chargedAmount(total), shopName)}</p>
      <div className={styles.answers}>
        <Button type="button" tone="red" onClick={() => onAnswer('approve')}>
          {words.approve}
        </Button>
        <Button type="button" onClick={() => onAnswer('fail')}>
          {words.fail}
        </Button>
      </div>
    </dialog>
  )
}
