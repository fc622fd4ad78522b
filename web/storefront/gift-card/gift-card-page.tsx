import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { useWords } from '#web/ui/use-words.ts'
import GiftCardFace from '#web/ui/gift-card/gift-card-face.tsx'
import styles from './gift-card-page.module.css'

export interface GiftCardPageProps {
  frame: FrameProps
  /** Null: no code was entered, or `error` says why nothing is shown. */
  card: {
    code: string
    balance: string
    isDisabled: boolean
    /** Newest first. */
    history: { number: number; day: string; what: string; amount: string; balance: string }[]
  } | null
  error: string | null
}

/** What is left on a gift card, for whoever has its code. A plain form: it needs no script. */
export default function GiftCardPage({ frame, card, error }: GiftCardPageProps) {
  const words = useWords('gift-card')
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <h1>{words.heading}</h1>
        {card && (
          <section aria-labelledby="card" className={styles.card}>
            <h2 id="card" className="visually-hidden">
              {words.cardName}
            </h2>
            <GiftCardFace
              label={words.cardName}
              amount={card.balance}
              code={card.code}
              note={words.howToUse}
            />
            {card.isDisabled && (
              <p role="alert" className={styles.disabled}>
                {words.disabled}
              </p>
            )}
            <p className={styles.quiet}>{words.print}</p>
            <h2>{words.history}</h2>
            <table className={styles.history} aria-label={words.history}>
              <thead>
                <tr>
                  <th scope="col">{words.columns.day}</th>
                  <th scope="col">{words.columns.what}</th>
                  <th scope="col">{words.columns.amount}</th>
                  <th scope="col">{words.columns.balance}</th>
                </tr>
              </thead>
              <tbody>
                {card.history.map((entry) => (
                  <tr key={entry.number}>
                    <th scope="row">{entry.day}</th>
                    <td>{entry.what}</td>
                    <td>{entry.amount}</td>
                    <td>{entry.balance}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <form className={styles.form} method="post" action="/gift-card">
          <p>{words.intro}</p>
          <Field
            label={words.code}
            name="code"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={error ?? undefined}
          />
          <Button type="submit" tone={card ? 'plain' : 'red'}>
            {words.show}
          </Button>
        </form>
      </div>
    </PageFrame>
  )
}
