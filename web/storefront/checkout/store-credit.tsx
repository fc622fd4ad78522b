import { useState } from 'react'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { timeLimit } from '#web/visitor/time-limit.ts'
import styles from './store-credit.module.css'

interface Props {
  /** As typed in the form so far. */
  email: string
  disabled: boolean
}

const TIMEOUT_MS = 20_000

/** Asks for the link that proves whose store credit it is, and makes it pay for this order. */
export default function StoreCredit({ email: ofForm, disabled }: Props) {
  const words = useWords('store-credit')
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [said, say] = useState('')
  const [busy, setBusy] = useState(false)
  const email = (typed ?? ofForm).trim()

  async function ask() {
    if (busy) return
    say('')
    if (!looksLikeEmail(email)) return setError(words.wrongEmail)
    setBusy(true)
    const status = await askForLink(email)
    setBusy(false)
    say(status === 200 ? words.sent(email) : status === 429 ? words.tooMany : words.failed)
  }

  return (
    <details className={styles.credit}>
      <summary>{words.use}</summary>
      <p>{words.intro}</p>
      <div className={styles.entry}>
        <Field
          label={words.email}
          type="email"
          value={typed ?? ofForm}
          maxLength={MAX_EMAIL_LENGTH}
          error={error === '' ? undefined : error}
          autoComplete="email"
          enterKeyHint="send"
          disabled={disabled}
          onChange={({ target }) => {
            setTyped(target.value)
            setError('')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void ask()
          }}
        />
        <Button disabled={disabled || busy} onClick={() => void ask()}>
          {words.send}
        </Button>
      </div>
      <p role="status">{said}</p>
    </details>
  )
}

/** The status of the answer; 0: there was none. */
async function askForLink(email: string): Promise<number> {
  try {
    const { status } = await fetch('/api/store-credit/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, checkoutId: checkoutIds.join() }),
      signal: timeLimit(TIMEOUT_MS),
    })
    return status
  } catch {
    return 0
  }
}
