import type { CSSProperties } from 'react'
import * as v from 'valibot'
import { BRAND, hasMark } from '#domain/settings/brand/brand.ts'
import type { PictureView } from '#web/page.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import button from '#web/ui/button.module.css'
import field from '#web/ui/field.module.css'
import { useShopName } from '#web/ui/shop-name.ts'
import { brandVariables } from '#web/views/brand-variables.ts'
import wordmark from '#web/ui/wordmark.module.css'
import styles from './brand-preview.module.css'

interface Props {
  value: unknown
  /** The pictures that are known, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
}

/** A piece of a page in the brand as it is typed; nothing while it cannot be read. */
export default function BrandPreview({ value, pictures }: Props) {
  const name = useShopName()
  // The page allows no style attributes, but its code may set them.
  const hydrated = useHydrated()
  const parsed = v.safeParse(BRAND.schema, value)
  if (!parsed.success) return <p>Correct the fields to see how it looks.</p>
  const brand = parsed.output
  const own = brandVariables(brand, ({ key }) => pictures[key]?.src ?? '')
  const mark = hasMark(brand) ? (
    <span role="img" aria-label={name} className={wordmark.own} />
  ) : (
    <strong className={styles.name}>{name}</strong>
  )
  return (
    <div className={styles.page} {...(hydrated && { style: own as CSSProperties })}>
      <div className={styles.bar}>
        {mark}
        <span className={styles.current}>SHOP</span>
        <span>Contact</span>
      </div>
      <div className={styles.body}>
        <p className={styles.heading}>Shop all</p>
        <p>
          Text on the ground, <span className={styles.quiet}>quiet text</span> and{' '}
          <span className={styles.error}>an error</span>.
        </p>
        <div className={styles.panel}>
          A panel with a field
          <span className={`${field.input} ${styles.input}`}>hello@shop.example</span>
        </div>
        <div className={styles.buttons}>
          <span className={button.button}>ADD TO CART</span>
          <span className={`${button.button} ${button.red}`}>Pay Now</span>
        </div>
      </div>
      <div className={`${styles.footer} on-deep`}>
        {mark} <span>© {name}</span>
      </div>
    </div>
  )
}
