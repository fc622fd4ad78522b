import { dateFormat } from '#domain/date-format.ts'
import { use, useState } from 'react'
import { publicationOf } from '#domain/catalog/product.ts'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { ShopTimeZone } from './shop-time-zone.ts'
import styles from '#web/admin/products/staff-product-card.module.css'

/** Whether shoppers see a product, unless it is simply on sale. Times are in the time zone of the shop. */
export default function PublicationMark({ product }: { product: StaffProduct }) {
  const hydrated = useHydrated()
  const [now] = useState(Date.now)
  const timeZone = use(ShopTimeZone)
  const { publishedFrom, publishedUntil } = product
  const time = (at: number | null) =>
    hydrated && at !== null
      ? dateFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
      : '…'
  switch (publicationOf(product, now)) {
    case 'draft':
      return <p className={styles.mark}>Draft</p>
    case 'scheduled':
      return <p className={styles.mark}>In the shop from {time(publishedFrom)}</p>
    case 'ended':
      return <p className={styles.mark}>Not in the shop since {time(publishedUntil)}</p>
    case 'on-sale':
      return publishedUntil === null ? null : (
        <p className={styles.mark}>In the shop until {time(publishedUntil)}</p>
      )
    case 'archived':
      return null
  }
}
