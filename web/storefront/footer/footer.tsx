import type { RateNote } from '#web/page.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import styles from './footer.module.css'

const ABOUT_THE_SHOP = [
  { label: 'Our Story', href: '/about' },
  { label: 'Privacy Policy', href: '/privacy-policy' },
  { label: 'Delivery & Returns', href: '/delivery-returns' },
]

interface Props {
  year: number
  social: { label: string; href: string }[]
  rateNote: RateNote | null
}

export default function Footer({ year, social, rateNote }: Props) {
  return (
    <footer className={styles.footer}>
      <Wordmark className={styles.mark} />
      <nav aria-label="About the shop" className={styles.links}>
        {ABOUT_THE_SHOP.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <p className={styles.follow}>
        Follow us
        {social.map(({ label, href }) => (
          <a key={label} href={href} rel="noopener">
            {label}
          </a>
        ))}
      </p>
      {rateNote && (
        <p className={styles.rates}>
          {rateNote.day !== null && `${rateNote.currency} prices use the exchange rate of ${rateNote.day}. `}
          {rateNote.attribution && (
            <a href={rateNote.attribution.href} rel="noopener">
              {rateNote.attribution.label}
            </a>
          )}
        </p>
      )}
      <p className={styles.copyright}>© {year} Redemption. All rights reserved.</p>
    </footer>
  )
}
