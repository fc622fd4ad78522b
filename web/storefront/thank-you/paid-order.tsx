import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { cents } from '#domain/money.ts'
import CartPicture from '#web/storefront/cart/cart-picture.tsx'
import Notice from '#web/ui/notice.tsx'
import type { Receipt } from '#web/visitor/last-order.ts'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './paid-order.module.css'
import { usePaidOrder } from './use-paid-order.ts'

/** The order that was just paid in this tab, with a link to its page. Other visitors see where to find theirs. */
export default function PaidOrder() {
  const checkoutWords = useWords('checkout/checkout')
  const words = useWords('thank-you')
  const { order, isAsking } = usePaidOrder()
  if (order === null) return <p className={styles.line}>{words.confirmationComes}</p>
  const { number, path, receipt, isRefunded, isOverLimit } = order
  return (
    <>
      {isRefunded && <Notice urgent>{isOverLimit ? checkoutWords.overLimit : checkoutWords.refunded}</Notice>}
      <p className={styles.line} role="status">
        {sentence(words.yourOrder(<strong>{number}</strong>))}{' '}
        {path === null ? (
          <span>{isAsking ? words.linkComes : words.linkInEmail}</span>
        ) : (
          <a href={path} rel="nofollow" className={styles.link}>
            {words.seeOrder}
          </a>
        )}
      </p>
      {receipt && <Details receipt={receipt} isRefunded={isRefunded} />}
    </>
  )
}

function Details({
  receipt: { email, note, total, byGiftCards, isGiftsOnly, hasPreorder, lines, days },
  isRefunded,
}: {
  receipt: Receipt
  isRefunded: boolean
}) {
  const words = useWords('thank-you')
  return (
    <>
      <p className={styles.line}>{sentence(words.confirmationTo(<strong>{email}</strong>))}</p>
      <section aria-labelledby="bought" className={styles.bought} data-bought>
        <h2 id="bought">{words.items}</h2>
        <ul className={styles.lines}>
          {lines.map(({ name, detail, quantity, price, picture }) => (
            <li key={`${name} ${detail} ${price}`}>
              <CartPicture address={picture ?? undefined} />
              <span className={styles.what}>
                <strong>{name}</strong>
                <span>{words.detailAndQuantity(detail, quantity)}</span>
              </span>
              <span>{chargedAmount(price)}</span>
            </li>
          ))}
        </ul>
        <p className={styles.total}>
          <span>{words.total}</span> <strong>{chargedAmount(cents(total))}</strong>
        </p>
        {byGiftCards > 0 && (
          <>
            <p className={styles.part}>
              <span>{words.byGiftCards}</span> <span>{chargedAmount(cents(byGiftCards))}</span>
            </p>
            <p className={styles.total}>
              <span>{words.charged}</span> <strong>{chargedAmount(cents(total - byGiftCards))}</strong>
            </p>
          </>
        )}
        {note !== '' && (
          <p className={styles.note}>
            <strong>{words.note}</strong> {note}
          </p>
        )}
      </section>
      {!isRefunded && (
        <section aria-labelledby="next" className={styles.bought}>
          <h2 id="next">{words.whatNext}</h2>
          <p>
            {hasPreorder ? (
              words.whatNextOfPreorder
            ) : isGiftsOnly ? (
              words.whatNextOfGifts
            ) : (
              <WhatNext days={days} />
            )}
          </p>
        </section>
      )}
    </>
  )
}

function WhatNext({ days }: Pick<Receipt, 'days'>): string {
  const words = useWords('thank-you')
  const shippingWords = useWords('shipping')
  if (days === undefined) return words.whatNextText
  const { least, most, isPickup = false } = days
  return (isPickup ? words.whatNextOfPickup : words.whatNextIn)(shippingWords.days(least, most))
}
