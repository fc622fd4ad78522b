import { amountIn, chargedName } from '#domain/currency.ts'
import { useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { amountSize, parseGiftAmount } from '#domain/catalog/gift-amounts.ts'
import { lineKey } from '#domain/checkout/cart.ts'
import {
  checkGiftDetails,
  GIFT_LIMITS,
  MAX_DAYS_AHEAD,
  type GiftField,
} from '#domain/checkout/gift-details.ts'
import { dollars, type Cents } from '#domain/money.ts'
import { addDays, shopDay } from '#domain/shop-day.ts'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import type { ProductView } from '#web/storefront/product/product-view.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { openCartPanel } from '#web/visitor/cart-panel.ts'
import { addLine } from '#web/visitor/edit-cart.ts'
import sizes from '#web/storefront/product/size-selector.module.css'
import styles from './gift-panel.module.css'

/** How long a toast stays (spec 9). */
const TOAST_MS = 3_000
const EMPTY = { name: '', email: '', message: '' }

interface Props {
  product: ProductView
  gift: NonNullable<ProductView['gift']>
}

/** Choose an amount and for whom the gift card is, and add it to the cart. */
export default function GiftPanel({ product, gift: { set, range, prices, timeZone } }: Props) {
  const words = useWords('gift-card')
  const language = useWords('language')
  const money = (amount: Cents) => amountIn(language.LANGUAGE, amount)
  const productWords = useWords('product')
  const isClosed = product.outOfStock || product.drops !== undefined
  const form = useRef<HTMLFormElement>(null)
  /** `own`: the amount that is typed. */
  const [chosen, choose] = useState<Cents | 'own'>(set[0] ?? 'own')
  const [own, setOwn] = useState('')
  const [isForOther, setForOther] = useState(true)
  const [typed, setTyped] = useState(EMPTY)
  const [day, setDay] = useState<string | null>(null)
  const [errors, setErrors] = useState<Partial<Record<GiftField | 'amount', string>>>({})
  const today = useSyncExternalStore(
    () => () => {},
    () => shopDay(Date.now(), timeZone),
    () => '',
  )
  const bounds = range && ([money(range.from), money(range.to)] as const)

  function change(field: keyof typeof EMPTY, value: string) {
    setTyped((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _done, ...others }) => others)
  }
  const bind = (name: keyof typeof EMPTY) => ({
    name,
    error: errors[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  })

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isClosed) return
    const amount = chosen === 'own' ? parseGiftAmount(own) : chosen
    const isInRange =
      chosen !== 'own' || (range && amount !== null && amount >= range.from && amount <= range.to)
    const sendOn = day === today ? '' : (day ?? '')
    const checked = isForOther ? checkGiftDetails({ ...typed, sendOn }, today) : { gift: null }
    const wrong = {
      ...(!isInRange && { amount: bounds ? words.wrongAmount(...bounds) : words.chooseAmount }),
      ...('errors' in checked && checked.errors),
    }
    flushSync(() => setErrors(wrong))
    if (amount === null || !isInRange || 'errors' in checked)
      return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const size = amountSize(amount)
    const line = checked.gift === null ? '' : JSON.stringify(checked.gift)
    const { id, name, pictures } = product
    const imageUrls = pictures.map(({ src }) => src)
    const outcome = addLine({ id, name, price: dollars(amount), imageUrls }, [size], size, line)
    if (outcome.kind !== 'added') return void showToast('error', productWords.notAdded[outcome.kind])
    showToast('success', words.added(money(amount)), TOAST_MS, true)
    openCartPanel(lineKey({ product: { id }, selectedSize: size, gift: line }))
  }

  return (
    <form ref={form} className={styles.panel} noValidate onSubmit={add}>
      <fieldset className={styles.choice}>
        <legend>{words.amounts}</legend>
        <div className={styles.amounts}>
          {set.map((amount, at) => (
            <label key={amount} className={`${sizes.size} ${styles.amount}`}>
              <input
                type="radio"
                name="amount"
                className={sizes.radio}
                aria-label={words.amount(prices[at] ?? '')}
                checked={chosen === amount}
                onChange={() => choose(amount)}
              />
              <span aria-hidden="true">{prices[at]}</span>
            </label>
          ))}
          {range && set.length > 0 && (
            <label className={`${sizes.size} ${styles.amount}`}>
              <input
                type="radio"
                name="amount"
                className={sizes.radio}
                checked={chosen === 'own'}
                onChange={() => choose('own')}
              />
              <span>{words.ownAmount}</span>
            </label>
          )}
        </div>
        {bounds && chosen === 'own' && (
          <Field
            label={words.ownAmountLabel}
            name="own-amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            hint={words.ownAmountHint(...bounds, chargedName(language.LANGUAGE))}
            error={errors.amount}
            value={own}
            onChange={({ target }) => {
              setOwn(target.value)
              setErrors(({ amount: _done, ...others }) => others)
            }}
          />
        )}
      </fieldset>
      <fieldset className={styles.choice}>
        <legend>{words.forWhom}</legend>
        <div className={styles.amounts}>
          {([true, false] as const).map((isOther) => (
            <label key={String(isOther)} className={`${sizes.size} ${styles.amount}`}>
              <input
                type="radio"
                name="for"
                className={sizes.radio}
                checked={isForOther === isOther}
                onChange={() => setForOther(isOther)}
              />
              <span>{isOther ? words.forSomebody : words.forMe}</span>
            </label>
          ))}
        </div>
        {!isForOther && <p className={styles.note}>{words.forMeNote}</p>}
      </fieldset>
      {isForOther && (
        <div className={styles.details}>
          <Field
            label={words.name}
            autoComplete="off"
            autoCapitalize="words"
            required
            maxLength={GIFT_LIMITS.name}
            {...bind('name')}
          />
          <Field
            label={words.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            required
            maxLength={GIFT_LIMITS.email}
            {...bind('email')}
          >
            <EmailSuggestion email={typed.email} onChoose={(email) => change('email', email)} />
          </Field>
          <TextArea label={words.message} rows={4} {...bind('message')} />
          <p className={styles.note} aria-live="polite">
            {typed.message.length > GIFT_LIMITS.message - 100 &&
              words.left(Math.max(0, GIFT_LIMITS.message - typed.message.length))}
          </p>
          <Field
            label={words.sendOn}
            type="date"
            name="sendOn"
            min={today}
            max={today && addDays(today, MAX_DAYS_AHEAD)}
            hint={words.sendOnHint(timeZone)}
            error={errors.sendOn}
            value={day ?? today}
            onChange={({ target }) => {
              setDay(target.value)
              setErrors(({ sendOn: _done, ...others }) => others)
            }}
          />
        </div>
      )}
      <Button type="submit" tone={isClosed ? 'ink' : 'red'} className={styles.add} aria-disabled={isClosed}>
        {product.outOfStock
          ? productWords.outOfStock
          : product.drops
            ? productWords.notYet
            : productWords.addToCart}
      </Button>
      <p className={styles.note}>
        {words.terms} <a href="/gift-card">{words.balanceLink}</a>
      </p>
      <noscript>
        <p className={styles.note}>{productWords.needsJavaScript}</p>
      </noscript>
    </form>
  )
}
