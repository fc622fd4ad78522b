import { isChoice } from '#domain/checkout/checkout-choices.ts'
import { cents } from '#domain/money.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import Notice from '#web/ui/notice.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './shipping-methods.module.css'
import type { Checkout } from './use-checkout.ts'

interface Props {
  checkout: Checkout
  formatPrice: FormatPrice
}

/**
 * The ways to ship the order, when there are several; why it cannot be sent, or who pays import duty. An error about a
 * choice is shown at its field.
 */
export default function ShippingMethods({ checkout, formatPrice }: Props) {
  const words = useWords('checkout/checkout')
  const shippingWords = useWords('shipping')
  const { quote, choices, methodInstead, choose } = checkout
  if (quote === null) return null
  const { methods, problem, note } = quote
  return (
    <>
      {methods.length > 1 && (
        <fieldset className={styles.methods} disabled={checkout.state.phase !== 'idle'}>
          <legend>
            <h2>{words.shippingMethod}</h2>
          </legend>
          {methods.map(({ id, name, leastDays, mostDays, price }) => (
            <label key={id} className={styles.method}>
              <input
                type="radio"
                name="shippingMethod"
                value={id}
                checked={id === choices.shippingMethod}
                onChange={() => choose({ shippingMethod: id })}
              />
              <span className={styles.name}>{name}</span>
              <span className={styles.days}>{shippingWords.days(leastDays, mostDays)}</span>
              <span className={styles.price}>
                {price === 0 ? words.freeShipping : formatPrice(cents(price))}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {methodInstead !== null && (
        <div role="status">
          <Notice>{words.methodInstead(methodInstead)}</Notice>
        </div>
      )}
      {problem !== null && !isChoice(problem.field) && <Notice urgent>{problem.message}</Notice>}
      {note !== null && <Notice>{note}</Notice>}
    </>
  )
}
