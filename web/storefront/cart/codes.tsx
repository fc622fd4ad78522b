import { useState } from 'react'
import { signedCents } from '#domain/money.ts'
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
  /** What the shop said about them last. */
  outcomes: readonly ShownCode[]
  formatPrice: FormatPrice
  disabled?: boolean
}

/** The codes of the cart, each with what it takes off or why nothing, and a field for another one. */
export default function Codes({ outcomes, formatPrice, disabled = false }: Props) {
  const words = useWords('promotions')
  const codes = useCodes()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const wrong = useLostCode() || error
  const [said, say] = useState('')

  function apply() {
    if (normalizeCode(typed) === '') return
    if (!addCode(typed)) return setError(words.tooMany(MAX_CODES))
    setTyped('')
    setError('')
    say('')
  }

  return (
    <section className={styles.codes} aria-label={words.label}>
      <div className={styles.entry}>
        <Field
          label={words.label}
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
      {codes.length > 0 && (
        <ul className={styles.list}>
          {codes.map((code) => {
            const known = outcomes.find((one) => one.code === code)
            return (
              <li key={code} className={styles.code}>
                <span>
                  {known?.name == null ? code : words.named(known.name, code)}
                  {known?.refusal && <span className={styles.why}>{known.refusal.message}</span>}
                </span>
                {known !== undefined && known.off > 0 && <span>{formatPrice(signedCents(-known.off))}</span>}
                <button
                  type="button"
                  className={styles.remove}
                  disabled={disabled}
                  onClick={() => {
                    removeCode(code)
                    say(words.removed(code))
                  }}
                >
                  <Icon path={close} />
                  <span className="visually-hidden">{words.remove(code)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {said ||
          wrong ||
          outcomes.map(({ code, refusal }) => refusal?.message ?? words.applied(code)).join(' ')}
      </p>
    </section>
  )
}
