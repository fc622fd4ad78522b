import { useId } from 'react'
import styles from '#web/storefront/reminder/tell-me.module.css'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type { Standing } from './use-standing.ts'

interface Props {
  handle: string
  /** How the form went. */
  asked?: 'guest' | 'early' | undefined
  standing: Standing | null
}

/** Lets in who may buy before the sale. Works without a script. */
export default function EarlyAccess({ handle, asked, standing }: Props) {
  const words = useWords('drop')
  const id = useId()
  const isIn = standing?.isEarly ?? asked === 'early'
  return (
    <form id="early" method="post" action="/api/drops/early" className={styles.form}>
      <h2 className={styles.heading}>{words.earlyAccess}</h2>
      {isIn && <p role="status">{words.earlyIn}</p>}
      {!isIn && asked === 'guest' && <p role="status">{words.earlyAsked}</p>}
      {!isIn && (
        <>
          <input type="hidden" name="drop" value={handle} />
          <label htmlFor={id}>{words.earlyBy}</label>
          <span className={styles.row}>
            <input
              id={id}
              name="by"
              required
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={`${id}-note`}
              className={styles.email}
            />
            <Button type="submit" tone="ink">
              {words.earlySubmit}
            </Button>
          </span>
          <Trap label={words.leaveEmpty} />
          <p id={`${id}-note`} className={styles.note}>
            {words.earlyNext}
          </p>
        </>
      )}
    </form>
  )
}
