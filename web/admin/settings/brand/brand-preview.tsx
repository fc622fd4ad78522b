import type { CSSProperties } from 'react'
import * as v from 'valibot'
import { BRAND } from '#domain/settings/brand/brand.ts'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import button from '#web/ui/button.module.css'
import field from '#web/ui/field.module.css'
import { useShopName } from '#web/ui/shop-name.ts'
import { brandVariables } from '#web/views/brand-variables.ts'
import styles from './brand-preview.module.css'

/** A piece of a page in the brand as it is typed; nothing while it cannot be read. */
export default function BrandPreview({ value }: { value: unknown }) {
  const name = useShopName()
  // The page allows no style attributes, but its code may set them.
  const hydrated = useHydrated()
  const parsed = v.safeParse(BRAND.schema, value)
  if (!parsed.success) return <p>Correct the fields to see how it looks.</p>
  const own = { ...brandVariables(BRAND.fallback), ...brandVariables(parsed.output) }
  return (
    <div className={styles.page} {...(hydrated && { style: own as CSSProperties })}>
      <div className={styles.bar}>
        <strong className={styles.name}>{name}</strong>
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
      <div className={styles.footer}>
        Footer <span>© {name}</span>
      </div>
    </div>
  )
}
