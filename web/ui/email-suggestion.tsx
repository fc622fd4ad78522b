import { useEffect, useState } from 'react'
import { findMeantEmail } from '#domain/email.ts'
import { useWords } from './use-words.ts'
import styles from './email-suggestion.module.css'

/** How long nothing is typed before something is suggested, in milliseconds. */
const PAUSE_MS = 600

interface Props {
  email: string
  onChoose: (email: string) => void
}

/** Offers the address that was probably meant. It never keeps a form from being sent. */
export default function EmailSuggestion({ email, onChoose }: Props) {
  const words = useWords('email-suggestion')
  const [meant, setMeant] = useState<string | null>(null)

  useEffect(() => {
    const timer = setTimeout(() => setMeant(findMeantEmail(email)), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      setMeant(null)
    }
  }, [email])

  return (
    <p role="status" className={styles.suggestion}>
      {meant !== null && (
        <button type="button" onClick={() => onChoose(meant)}>
          {words.didYouMean(meant.slice(meant.indexOf('@') + 1))}
        </button>
      )}
    </p>
  )
}
