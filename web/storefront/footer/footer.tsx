import Wordmark from '#web/ui/wordmark.tsx'
import styles from './footer.module.css'

const POLICIES = [
  { label: 'Privacy Policy', href: '/privacy-policy' },
  { label: 'Delivery & Returns', href: '/delivery-returns' },
]

const SOCIAL = [
  { label: 'Instagram', href: 'https://www.instagram.com/' },
  { label: 'TikTok', href: 'https://www.tiktok.com/' },
  { label: 'X', href: 'https://x.com/' },
]

export default function Footer({ year }: { year: number }) {
  return (
    <footer className={styles.footer}>
      <Wordmark className={styles.mark} />
      <nav aria-label="Policies" className={styles.links}>
        {POLICIES.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <p className={styles.follow}>
        Follow us
        {SOCIAL.map(({ label, href }) => (
          <a key={href} href={href} rel="noopener">
            {label}
          </a>
        ))}
      </p>
      <p className={styles.copyright}>© {year} Redemption. All rights reserved.</p>
    </footer>
  )
}
