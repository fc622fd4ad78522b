import styles from './sale-terms.module.css'

/** What a shopper has to know before paying (spec 2, delivery and returns), in one line. */
export default function SaleTerms() {
  return (
    <p className={styles.terms}>
      Delivery in 7 to 14 business days. All sales are final.{' '}
      <a href="/delivery-returns">Delivery & Returns</a>
    </p>
  )
}
