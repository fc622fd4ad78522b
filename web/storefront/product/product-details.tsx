import styles from './product-details.module.css'

/** What there is to read; both are open, and can be folded away. */
export default function ProductDetails({ description }: { description: string }) {
  return (
    <div className={styles.details}>
      <details open>
        <summary>DESCRIPTION</summary>
        <p>{description || 'No description yet.'}</p>
      </details>
      <details open>
        <summary>SIZE CHART</summary>
        <p>Size chart coming soon. Contact us for help with finding your size.</p>
      </details>
    </div>
  )
}
