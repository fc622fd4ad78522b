import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import Field from '#web/ui/field.tsx'
import type { CardBoxProps, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import { useWords } from '#web/ui/use-words.ts'
import BankStep, { type BankAnswer } from './bank-step.tsx'
import styles from './test-card-box.module.css'
import {
  checkCard,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  TEST_CARDS,
  type CardField,
} from './test-cards.ts'
import { authenticateTestPayment, confirmTestPayment } from './test-gateway-calls.ts'

interface TypedField {
  field: CardField
  label: string
  hint: string
  format(typed: string): string
}

/**
 * The built-in gateway's card entry. It accepts published test numbers only, and browsers must never autofill a real
 * card.
 */
export default function TestCardBox({ ref, disabled, total, onReady }: CardBoxProps) {
  const words = useWords('checkout/test-gateway')
  const fields: readonly TypedField[] = [
    { field: 'number', label: words.cardNumber, hint: '4242 4242 4242 4242', format: formatCardNumber },
    { field: 'expiry', label: words.expiryDate, hint: words.expiryExample, format: formatExpiry },
    { field: 'cvc', label: words.cvc, hint: '123', format: formatCvc },
  ]
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const [wrong, setWrong] = useState<Partial<Record<CardField, string>>>({})
  const [askBank, setAskBank] = useState<((answer: BankAnswer) => void) | null>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    onReady(true)
    return () => onReady(false)
  }, [onReady])

  useImperativeHandle(ref, () => ({
    check() {
      const problems = checkCard(card, new Date())
      setWrong(problems)
      const first = fields.find(({ field }) => problems[field])
      if (!first) return true
      box.current?.querySelector<HTMLInputElement>(`[name="card-${first.field}"]`)?.focus()
      return false
    },
    async confirm(clientSecret, billing): Promise<CardConfirmation> {
      const confirmation = await confirmTestPayment(clientSecret, card, billing)
      if ('error' in confirmation || confirmation.status !== 'requires_action') return confirmation
      const answer = await new Promise<BankAnswer>((resolve) => setAskBank(() => resolve))
      setAskBank(null)
      return authenticateTestPayment(clientSecret, answer)
    },
  }))

  return (
    <div ref={box} className={styles.box}>
      <div className={styles.notice}>
        <p>{words.testMode}</p>
        <details>
          <summary>{words.testCards}</summary>
          <ul className={styles.cards}>
            {TEST_CARDS.map(({ number, does }) => (
              <li key={number}>
                <span className={styles.number}>{formatCardNumber(number)}</span> {does}
              </li>
            ))}
          </ul>
        </details>
      </div>
      {fields.map(({ field, label, hint, format }) => (
        <Field
          key={field}
          label={label}
          error={wrong[field]}
          name={`card-${field}`}
          placeholder={hint}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint={field === 'cvc' ? 'done' : 'next'}
          required
          disabled={disabled}
          value={card[field]}
          onChange={({ target }) => {
            setCard({ ...card, [field]: format(target.value) })
            setWrong({ ...wrong, [field]: undefined })
          }}
        />
      ))}
      {askBank && <BankStep total={total} onAnswer={askBank} />}
    </div>
  )
}
