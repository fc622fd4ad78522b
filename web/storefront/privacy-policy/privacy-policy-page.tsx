import { mailtoLink } from '#domain/email.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import * as frameWords from '#words/frame.ts'
import * as words from '#words/pages/privacy-policy.tsx'

export interface PrivacyPolicyPageProps {
  frame: FrameProps
  email: string
}

export default function PrivacyPolicyPage({ frame, email }: PrivacyPolicyPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.heading }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
        <p className={prose.lead}>{words.effective}</p>
        <ProseSection heading={words.collect}>
          <p>{words.collectText}</p>
          <ul>
            {words.collected.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p>{words.onYourDevice}</p>
        </ProseSection>
        <ProseSection heading={words.use}>
          <ul>
            {words.used.map((purpose) => (
              <li key={purpose}>{purpose}</li>
            ))}
          </ul>
        </ProseSection>
        <ProseSection heading={words.never}>
          <p>{words.neverText}</p>
        </ProseSection>
        <ProseSection heading={words.reachUs}>
          <p>{words.questions(<a href={mailtoLink(email)}>{email}</a>)}</p>
          <address>
            {frameWords.brand}
            <br />
            {words.place}
          </address>
        </ProseSection>
      </div>
    </PageFrame>
  )
}
