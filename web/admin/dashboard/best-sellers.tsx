import styles from './dashboard-page.module.css'

interface BestSellersProps {
  products: readonly { productId: string; name: string; units: number }[]
}

/** The best-selling products, with a bar for comparison. */
export default function BestSellers({ products }: BestSellersProps) {
  const most = products[0]?.units ?? 1
  return (
    <section className={styles.section} aria-labelledby="best">
      <h2 id="best">Best sellers</h2>
      {products.length === 0 ? (
        <p className={styles.quiet}>Nothing was sold in this period.</p>
      ) : (
        <ol className={styles.best}>
          {products.map(({ productId, name, units }) => (
            <li key={productId}>
              <a href={`/product/${productId}`}>{name}</a>
              <span>
                {units} <span className="visually-hidden">sold</span>
              </span>
              <svg aria-hidden="true" focusable="false">
                <rect width={`${(units / most) * 100}%`} height="100%" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
