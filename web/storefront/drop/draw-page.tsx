import { useState } from 'react'
import type { CheckoutInput } from '#domain/checkout/checkout-form.ts'
import type { DrawPhase } from '#domain/drops/draw.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import type { FrameProps } from '#web/page.ts'
import CheckoutField from '#web/storefront/checkout/checkout-field.tsx'
import formStyles from '#web/storefront/checkout/checkout-form.module.css'
import { changeValue } from '#web/storefront/checkout/checkout-values.ts'
import { CountryField, RegionField } from '#web/storefront/checkout/place-fields.tsx'
import PageFrame from '#web/storefront/page-frame.tsx'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import Select from '#web/ui/select.tsx'
import { useWords } from '#web/ui/use-words.ts'
import CardCheck from './card-check.tsx'
import Countdown from './countdown.tsx'
import Proof from './proof.tsx'
import styles from './room-page.module.css'
import Work from './work.tsx'

interface Moment {
  at: number
  /** In words, in the shop's time zone. */
  time: string
}

export interface DrawPageProps {
  frame: FrameProps
  name: string
  handle: string
  phase: DrawPhase
  opens: Moment
  closes: Moment
  /** Where staff want them told. `pieces`: null: they are not counted. */
  counts: { pieces: number | null; entries: number } | null
  payHours: number
  /** How many pieces one person may enter for. */
  most: number
  choices: { value: string; label: string }[]
  /** Where the shop ships to; null: everywhere. */
  countries: readonly string[] | null
  /** How a card is entered that is checked; null: none is. */
  cardEntry: CardEntry | null
  /** What the browser works out before it enters; null: nothing. */
  task: string | null
  proof: { commitment: string; seed: string | null; present: number | null }
  step: 'form' | 'sent'
  typed?: CheckoutInput & { piece?: string; quantity?: number }
  errors?: Readonly<Record<string, string>>
  error?: string
  /** The client secret of the card that was checked before. */
  card?: string
}

/** The draw of a drop: what is drawn when and how, and the form to enter. */
export default function DrawPage(props: DrawPageProps) {
  const words = useWords('draw')
  const { frame, name, handle, phase, opens, closes, counts, payHours, most, choices, step, proof } = props
  const checksCard = props.cardEntry !== null
  const drop = `/drop/${handle}`
  return (
    <PageFrame {...frame}>
      <div className={styles.room}>
        <header className={styles.head}>
          <p className={styles.of}>{words.heading}</p>
          <h1 className={styles.name}>
            <a href={drop}>{name}</a>
          </h1>
        </header>
        <section className={styles.now}>
          {phase === 'before' && (
            <>
              <h2>{words.opens(opens.time)}</h2>
              <Countdown at={opens.at} />
              <p>{words.closes(closes.time)}</p>
            </>
          )}
          {phase === 'open' && (
            <>
              <div role="status">
                <h2>{step === 'sent' ? words.sent : words.open}</h2>
                {step === 'sent' && <p>{words.sentNext}</p>}
              </div>
              <Countdown at={closes.at} stays={step === 'form'} />
              <p>{words.closes(closes.time)}</p>
            </>
          )}
          {(phase === 'drawing' || phase === 'paused') && (
            <>
              <h2>{words.drawing}</h2>
              <p>{words.drawingNext}</p>
            </>
          )}
          {(phase === 'over' || phase === 'cancelled') && (
            <>
              <h2>{phase === 'over' ? words.over : words.cancelled}</h2>
              <p>{phase === 'over' ? words.overNext : words.cancelledNext}</p>
              <LinkButton href={drop}>{words.toTheDrop}</LinkButton>
            </>
          )}
          {counts && (
            <p className={styles.ahead}>
              {[counts.pieces === null ? null : words.pieces(counts.pieces), words.entries(counts.entries)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </section>
        {phase === 'open' && step === 'form' && choices.length > 0 && <EntryForm {...props} />}
        <section className={styles.how} aria-labelledby="how">
          <h2 id="how">{words.how}</h2>
          <ol>
            {words.steps(payHours, most, checksCard).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </section>
        <Proof
          summary={words.proof}
          text={words.proofNext}
          facts={[
            [words.commitment, proof.commitment],
            [words.seed, proof.seed ?? words.seedLater],
            ...(proof.present === null ? [] : [[words.present, words.number(proof.present)] as const]),
          ]}
          steps={words.proofSteps}
        />
      </div>
    </PageFrame>
  )
}

const NO_ERRORS = {}

function EntryForm({
  handle,
  choices,
  most,
  countries,
  cardEntry,
  card = '',
  task,
  typed,
  errors = NO_ERRORS,
  error,
}: DrawPageProps) {
  const words = useWords('draw')
  const checkoutWords = useWords('checkout/checkout')
  const { piece = '', quantity = 1, ...first } = typed!
  const [values, setValues] = useState<CheckoutInput>(first)
  const checkout = {
    values,
    countries,
    state: { fieldErrors: errors },
    change: (field: keyof CheckoutInput, value: string) =>
      setValues((before) => changeValue(before, field, value)),
  }
  return (
    <form
      className={formStyles.form}
      method="post"
      action={`/drop/${handle}/draw`}
      noValidate={Boolean(error)}
    >
      {error && (
        <p className={formStyles.error} role="alert">
          {error}
        </p>
      )}
      <fieldset className={formStyles.section}>
        <legend>
          <h2>{words.yourPieces}</h2>
        </legend>
        <Select label={words.piece} name="piece" required defaultValue={piece} error={errors['piece']}>
          <option value="" disabled>
            {words.choosePiece}
          </option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {most > 1 && (
          <Select label={words.quantity} name="quantity" defaultValue={String(quantity)}>
            {Array.from({ length: most }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </Select>
        )}
      </fieldset>
      <fieldset className={formStyles.section}>
        <legend>
          <h2>{checkoutWords.contact}</h2>
        </legend>
        <CheckoutField checkout={checkout} field="email" />
        <CheckoutField checkout={checkout} field="phone" />
      </fieldset>
      <fieldset className={formStyles.section}>
        <legend>
          <h2>{checkoutWords.delivery}</h2>
        </legend>
        <CountryField checkout={checkout} className={formStyles.wide} />
        <CheckoutField checkout={checkout} field="name" className={formStyles.wide} />
        <CheckoutField checkout={checkout} field="address" className={formStyles.wide} />
        <CheckoutField checkout={checkout} field="apartment" className={formStyles.wide} />
        <CheckoutField checkout={checkout} field="city" className={formStyles.wide} />
        <RegionField checkout={checkout} />
        <CheckoutField checkout={checkout} field="postal" />
      </fieldset>
      {cardEntry && <CardCheck entry={cardEntry} drop={handle} first={card} error={errors['card']} />}
      <Trap label={words.leaveEmpty} />
      {task && <Work task={task} />}
      <Button type="submit" tone="red">
        {words.enter}
      </Button>
    </form>
  )
}
