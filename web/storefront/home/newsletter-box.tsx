import { useEffect, useState, type SubmitEvent } from 'react'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import { useHasFirstName } from '#web/ui/shop-name.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './newsletter-box.module.css'
import { postSubscription } from './post-subscription.ts'

/** How long a message stays, in milliseconds (spec 9). */
const MESSAGE_MS = 3_000

/** Idle, submitting, then success or error for three seconds (spec 4). */
type State = 'idle' | 'submitting' | 'success' | 'error'

/** The newsletter box (spec 2). The browser validates the address; without JavaScript the form opens a page. */
export default function NewsletterBox() {
  const words = useWords('home')
  const isFirst = useHasFirstName()
  const [state, setState] = useState<State>('idle')
  const [email, setEmail] = useState('')
  const [leaveEmpty, setLeaveEmpty] = useState('')

  useEffect(() => {
    if (state !== 'success' && state !== 'error') return
    const timer = setTimeout(() => setState('idle'), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'submitting') return
    setState('submitting')
    try {
      await postSubscription({ email, leaveEmpty })
      setEmail('')
      setState('success')
    } catch (error) {
      // oxlint-disable-next-line no-console -- spec 8: the console has the details; the visitor reads less
      console.error(error)
      setState('error')
    }
  }

  return (
    <section id="newsletter" className={styles.newsletter} aria-labelledby="newsletter-heading">
      <h2 id="newsletter-heading" className={styles.heading}>
        {words.newsletter}
      </h2>
      <p id="newsletter-note" className={styles.note}>
        {isFirst ? words.newsletterNote : words.newsletterNoteOfAny}
      </p>
      <form
        className={styles.form}
        method="post"
        action="/api/newsletter/subscribe"
        onSubmit={(event) => void submit(event)}
      >
        <label className="visually-hidden" htmlFor="newsletter-email">
          {words.yourEmail}
        </label>
        <input
          id="newsletter-email"
          className={styles.email}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
          aria-describedby="newsletter-note"
          readOnly={state === 'submitting'}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Trap
          label={words.leaveEmpty}
          value={leaveEmpty}
          onChange={({ target }) => setLeaveEmpty(target.value)}
        />
        <Button type="submit" tone="red" className={styles.submit} disabled={state === 'submitting'}>
          {state === 'submitting' ? words.submitting : words.submit}
        </Button>
      </form>
      <div>
        <EmailSuggestion email={email} onChoose={setEmail} />
        <p className={styles.message} role="status" data-state={state}>
          {state === 'success' && words.subscribed}
          {state === 'error' && words.subscribeFailed}
        </p>
      </div>
    </section>
  )
}
