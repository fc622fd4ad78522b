import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './sale-terms.module.css'

interface Props {
  /** Where they are not those of the specification. */
  days?: DeliveryDays | null | undefined
  /** The owners' policy does not say that all sales are final. */
  notFinal?: boolean | undefined
  /** Nothing but gift cards is bought. */
  isGiftsOnly?: boolean | undefined
  /** Something of it is sold before it is made. */
  hasPreorder?: boolean | undefined
}

/** What a shopper has to know before paying (spec 2, delivery and returns), in one line. */
export default function SaleTerms({ days, notFinal = false, isGiftsOnly, hasPreorder }: Props) {
  const words = useWords('cart')
  const giftWords = useWords('gift-card')
  const terms = useTerms(days ?? null, notFinal)
  const ofGifts = notFinal ? giftWords.sentByEmail : giftWords.saleTerms
  return (
    <p className={styles.terms}>
      {hasPreorder ? words.preorderTerms : isGiftsOnly ? ofGifts : terms}{' '}
      <a href="/delivery-returns">{words.deliveryReturns}</a>
    </p>
  )
}

function useTerms(ofShop: DeliveryDays | null, notFinal: boolean): string {
  const words = useWords('cart')
  const shippingWords = useWords('shipping')
  if (ofShop === null) return notFinal ? words.delivery : words.saleTerms
  const { least, most, isPickup = false } = ofShop
  const days = shippingWords.days(least, most)
  if (notFinal) return isPickup ? words.pickupIn(days) : words.deliveryIn(days)
  return isPickup ? words.saleTermsOfPickup(days) : words.saleTermsIn(days)
}
