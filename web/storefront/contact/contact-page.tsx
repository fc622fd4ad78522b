import { mailtoLink } from '#domain/email.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import prose from '#web/ui/prose.module.css'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import ContactForm from './contact-form.tsx'
import styles from './contact-page.module.css'

export interface ContactPageProps {
  frame: FrameProps
  email: string
  phone: string
}

export default function ContactPage({ frame, email, phone }: ContactPageProps) {
  const frameWords = useWords('frame')
  const words = useWords('pages/contact')
  return (
    <PageFrame {...frame} toasts={<ToastRegion />}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.heading }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
        <div className={styles.columns}>
          <section aria-labelledby="information" className={styles.information}>
            <h2 id="information">{words.information}</h2>
            <dl>
              <dt>{words.email}</dt>
              <dd>
                <a href={mailtoLink(email)}>{email}</a>
              </dd>
              {phone !== '' && (
                <>
                  <dt>{words.phone}</dt>
                  <dd>
                    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
                  </dd>
                </>
              )}
              {frame.social.length > 0 && <dt>{words.followUs}</dt>}
              {frame.social.map(({ label, href }) => (
                <dd key={label}>
                  <a href={href} rel="noopener">
                    {label}
                  </a>
                </dd>
              ))}
            </dl>
          </section>
          <section aria-labelledby="write">
            <h2 id="write">{words.writeToUs}</h2>
            <noscript>
              <p className={styles.instead}>
                {sentence(words.needsJavaScript(<a href={mailtoLink(email)}>{email}</a>))}
              </p>
            </noscript>
            <ContactForm />
          </section>
        </div>
      </div>
    </PageFrame>
  )
}
