import { mailtoLink } from '#domain/email.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import prose from '#web/ui/prose.module.css'
import ContactForm from './contact-form.tsx'
import styles from './contact-page.module.css'

export interface ContactPageProps {
  frame: FrameProps
  email: string
  phone: string
}

export default function ContactPage({ frame, email, phone }: ContactPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Contact' }]} />
        <h1 className={prose.heading}>Contact</h1>
        <div className={styles.columns}>
          <section aria-labelledby="information" className={styles.information}>
            <h2 id="information">Contact information</h2>
            <dl>
              <dt>Email</dt>
              <dd>
                <a href={mailtoLink(email)}>{email}</a>
              </dd>
              <dt>Phone</dt>
              <dd>
                <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
              </dd>
              <dt>Follow us</dt>
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
            <h2 id="write">Write to us</h2>
            <noscript>
              <p className={styles.instead}>
                The contact form needs JavaScript. Write to <a href={mailtoLink(email)}>{email}</a> instead.
              </p>
            </noscript>
            <ContactForm />
          </section>
        </div>
      </div>
    </PageFrame>
  )
}
