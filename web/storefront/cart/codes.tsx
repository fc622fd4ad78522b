import { useState } from 'react'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { signedCents } from '#domain/money.ts'
import { lastFour, parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { MAX_CODES, MAX_TYPED_CODE, normalizeCode } from '#domain/promotions/typed-code.ts'
import Button from '#web/ui/button.tsx'
import Icon from '#web/ui/icon.tsx'
import { close } from '#web/ui/icons.ts'
import Field from '#web/ui/field.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { addCode, removeCode, useCodes, useLostCode, type ShownCode } from '#web/visitor/codes.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import styles from './codes.module.css'

interface Props {
  tariff: Pick<Tariff, 'takesCodes' | 'takesGiftCards'>
  /** What the shop said about them last. */
  outcomes: readonly ShownCode[]
  formatPrice: FormatPrice
  disabled?: boolean
}

/** The codes of the cart, each with what it takes off or why nothing, and a field for another one. */
export default function Codes({ tariff, outcomes, formatPrice, disabled = false }: Props) {
  const words = useWords('promotions')
  const sums = useWords('totals')
  const codes = useCodes()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const wrong = useLostCode() || error
  const [said, say] = useState('')
  const label = tariff.takesGiftCards ? words.labelWithGiftCards : words.label

  function apply() {
    if (normalizeCode(typed) === '') return
    if (!addCode(typed)) return setError(words.tooMany(MAX_CODES))
    setTyped('')
    setError('')
    say('')
  }

  return (
    <section className={styles.codes} aria-label={label}>
      {(tariff.takesCodes || tariff.takesGiftCards) && (
        <div className={styles.entry}>
          <Field
            label={label}
            value={typed}
            maxLength={MAX_TYPED_CODE}
            error={wrong === '' ? undefined : wrong}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            disabled={disabled}
            onChange={({ target }) => {
              setTyped(target.value)
              setError('')
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply()
            }}
          />
          <Button disabled={disabled} onClick={apply}>
            {words.apply}
          </Button>
        </div>
      )}
      {codes.length > 0 && (
        <ul className={styles.list}>
          {codes.map((code) => {
            const known = outcomes.find((one) => one.code === code)
            const isGiftCard = parseGiftCode(code) !== null
            const shown = isGiftCard ? (known?.name ?? sums.giftCard(lastFour(code))) : code
            return (
              <li key={code} className={styles.code}>
                <span>
                  {known?.name == null || isGiftCard ? shown : words.named(known.name, code)}
                  {known?.refusal && <span className={styles.why}>{known.refusal.message}</span>}
                </span>
                {known !== undefined && known.off > 0 && <span>{formatPrice(signedCents(-known.off))}</span>}
                <button
                  type="button"
                  className={styles.remove}
                  disabled={disabled}
                  onClick={() => {
                    removeCode(code)
                    say(words.removed(shown))
                  }}
                >
                  <Icon path={close} />
                  <span className="visually-hidden">{words.remove(shown)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {said ||
          wrong ||
          outcomes
            .map(({ code, name, refusal }) => {
              const shown = parseGiftCode(code) === null ? code : name
              return refusal?.message ?? words.applied(shown ?? code)
            })
            .join(' ')}
      </p>
    </section>
  )
}
