import { FITS, MAX_FIT_WORDS_LENGTH, type Fit } from '#domain/fit/fit.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import text from '#web/storefront/order-text.module.css'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './fit-page.module.css'

export interface FitPageProps {
  frame: FrameProps
  /** Each by the position of its line, with what was tapped in the email, or answered before. */
  pieces: { at: number; name: string; fit: Fit | null; written: Written | null }[]
  /** Which may be shown with what they write; empty: none. */
  firstName: string
  until: string
  /** What a form that was sent did; empty: none was. */
  stored: string
}

/** What a customer wrote to an answer. `becomes`: what becomes of it. */
interface Written {
  words: string
  isNamed: boolean
  becomes: string
}

/** Where a customer says how the pieces of an order fit, without a script. */
export default function FitPage({ frame, pieces, firstName, until, stored }: FitPageProps) {
  const words = useWords('fit')
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <h1>{words.ask}</h1>
        {stored ? <p role="status">{stored}</p> : <p>{words.intro}</p>}
        <form method="post" className={styles.form}>
          {pieces.map(({ at, name, fit: chosen }) => (
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
        {pieces.map(
          ({ at, name, written }) =>
            written && <WordsForm key={name} name={name} at={at} firstName={firstName} {...written} />,
        )}
      </div>
    </PageFrame>
  )
}

function WordsForm({
  name,
  at,
  firstName,
  words: written,
  isNamed,
  becomes,
}: Written & { name: string; at: number; firstName: string }) {
  const words = useWords('fit')
  return (
    <form method="post" className={styles.words}>
      <h2>{words.wordsOf(name)}</h2>
      <input type="hidden" name="words-of" value={at} />
      <TextArea
        label={words.yourWords}
        name="words"
        rows={3}
        defaultValue={written}
        maxLength={MAX_FIT_WORDS_LENGTH}
      />
      <p className={text.quiet}>{becomes}</p>
      {firstName !== '' && (
        <Checkbox name="named" value="yes" defaultChecked={isNamed}>
          {words.withName(firstName)}
        </Checkbox>
      )}
      <Button type="submit" tone="plain">
        {words.sendWords}
      </Button>
    </form>
  )
}
