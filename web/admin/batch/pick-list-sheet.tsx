import type { PickLine } from '#domain/packing/pick-list.ts'
import WholeNumbers from '#web/admin/list/whole-numbers.tsx'
import styles from './batch-print-page.module.css'

interface Props {
  lines: PickLine[]
  orders: number
  printedAt: string
}

/** Every product and size of a batch, with how many to fetch and for which orders. */
export default function PickListSheet({ lines, orders, printedAt }: Props) {
  const hasBins = lines.some(({ bin }) => bin !== '')
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-labelledby="pick-list">
      <h1 id="pick-list" className={styles.title}>
        Pick list
      </h1>
      <p>
        {orders === 1 ? '1 order' : `${orders} orders`}, {units === 1 ? '1 item' : `${units} items`}.{' '}
        {printedAt}
      </p>
      <table className={styles.lines}>
        <caption className="visually-hidden">Items to pick</caption>
        <thead>
          <tr>
            {hasBins && <th scope="col">Bin</th>}
            <th scope="col">Product</th>
            <th scope="col">Size</th>
            <th scope="col">Qty</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ productId, name, size, bin, quantity, orders: needing }) => (
            <tr key={`${productId} ${name} ${size}`}>
              {hasBins && <td>{bin}</td>}
              <th scope="row">{name}</th>
              <td className={styles.size}>{size}</td>
              <td className={styles.quantity}>{quantity}</td>
              <td className={styles.orders}>
                <WholeNumbers
                  text={needing
                    .map((order) =>
                      order.quantity === 1 ? order.number : `${order.number} (${order.quantity})`,
                    )
                    .join(', ')}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasBins ? 3 : 2}>
              Total
            </th>
            <td className={styles.quantity} colSpan={2}>
              {units}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
