import type { FrameProps } from '#web/page.ts'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import { useShopName } from '#web/ui/shop-name.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './footer.module.css'

type Props = Pick<FrameProps, 'year' | 'footer' | 'social' | 'rateNote' | 'offersWithdrawal' | 'languages'>

export default function Footer({ year, footer, social, rateNote, offersWithdrawal, languages }: Props) {
  const words = useWords('frame')
  const withdrawalWords = useWords('withdrawal')
  const accountWords = useWords('account')
  const aboutTheShop = [
    ...(footer ?? [
      { label: words.ourStory, href: '/about' },
      { label: words.privacyPolicy, href: '/privacy-policy' },
      { label: words.deliveryReturns, href: '/delivery-returns' },
    ]),
    { label: accountWords.link, href: '/account' },
    ...(offersWithdrawal ? [{ label: withdrawalWords.link, href: '/withdraw' }] : []),
  ]
  return (
    <footer className={`${styles.footer} on-deep`}>
      <Wordmark className={styles.mark} />
      <nav aria-label={words.aboutTheShop} className={styles.links}>
        {aboutTheShop.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <p className={styles.follow}>
        {words.followUs}
        {social.map(({ label, href }) => (
          <a key={label} href={href} rel="noopener">
            {label}
          </a>
        ))}
      </p>
      {rateNote && (
        <p className={styles.rates}>
          {rateNote.day !== null && words.rateDay(rateNote.currency, rateNote.day)}
          {rateNote.attribution && (
            <a href={rateNote.attribution.href} rel="noopener">
              {rateNote.attribution.label}
            </a>
          )}
        </p>
      )}
      {languages && (
        <p className={styles.follow}>
          {languages.map(({ language, name, href }) => (
            <a key={language} href={href} hrefLang={language} lang={language}>
              {name}
            </a>
          ))}
        </p>
      )}
      <p className={styles.copyright}>{inShopName(words.copyright(year), useShopName())}</p>
    </footer>
  )
}
