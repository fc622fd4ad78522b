import { FITS, type Fit } from '#domain/fit/fit.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import text from '#web/storefront/order-text.module.css'
import Button from '#web/ui/button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './fit-page.module.css'

export interface FitPageProps {
  frame: FrameProps
  /** Each with what was tapped in the email, or answered before. */
  pieces: { name: string; fit: Fit | null }[]
  until: string
  /** The form was sent, and something is answered. */
  isStored: boolean
}

/** Where a customer says how the pieces of an order fit, without a script. */
export default function FitPage({ frame, pieces, until, isStored }: FitPageProps) {
  const words = useWords('fit')
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <h1>{words.ask}</h1>
        {isStored ? <p role="status">{words.thanks}</p> : <p>{words.intro}</p>}
        <form method="post" className={styles.form}>
          {pieces.map(({ name, fit: chosen }, at) => (
            <fieldset key={name} className={styles.piece}>
              <legend>{name}</legend>
              <div className={styles.answers}>
                {FITS.map((fit) => (
                  <label key={fit} className={styles.answer}>
                    <input type="radio" name={`fit-${at}`} value={fit} defaultChecked={fit === chosen} />
                    <span>{words.answers[fit]}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <Button type="submit" tone="red">
            {words.send}
          </Button>
          <p className={text.quiet}>{until}</p>
        </form>
      </div>
    </PageFrame>
  )
}
