import * as words from '#words/cart.ts'
import styles from './sale-terms.module.css'

/** What a shopper has to know before paying (spec 2, delivery and returns), in one line. */
export default function SaleTerms() {
  return (
    <p className={styles.terms}>
      {words.saleTerms} <a href="/delivery-returns">{words.deliveryReturns}</a>
    </p>
  )
}
