import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import * as words from '#words/cart.ts'
import * as shippingWords from '#words/shipping.ts'
import styles from './sale-terms.module.css'

/**
 * What a shopper has to know before paying (spec 2, delivery and returns), in one line. `days`: where they are not
 * those of the specification.
 */
export default function SaleTerms({ days }: { days?: DeliveryDays | null | undefined }) {
  return (
    <p className={styles.terms}>
      {days ? otherTerms(days) : words.saleTerms} <a href="/delivery-returns">{words.deliveryReturns}</a>
    </p>
  )
}

function otherTerms({ least, most, isPickup = false }: DeliveryDays): string {
  const days = shippingWords.days(least, most)
  return isPickup ? words.saleTermsOfPickup(days) : words.saleTermsIn(days)
}
