import { mailtoLink } from '#domain/email.ts'
import type { PolicySection } from '#domain/settings/policies.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import PolicyText from '#web/ui/policy-text.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import * as frameWords from '#words/frame.ts'
import * as words from '#words/pages/delivery-returns.tsx'

export interface DeliveryReturnsPageProps {
  frame: FrameProps
  email: string
  /** The policy as owners wrote it. */
  own?: PolicySection[]
}

export default function DeliveryReturnsPage({ frame, email, own }: DeliveryReturnsPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.heading }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
        {own ? <PolicyText sections={own} /> : <FirstPolicy email={email} />}
      </div>
    </PageFrame>
  )
}

/** The words that the shop starts with. */
function FirstPolicy({ email }: { email: string }) {
  return (
    <>
      <p className={prose.lead}>{words.lead}</p>
      <ProseSection heading={words.where}>
        <p>{words.whereText}</p>
      </ProseSection>
      <ProseSection heading={words.howLong}>
        <p>{words.howLongText}</p>
        <p>{words.delays}</p>
      </ProseSection>
      <ProseSection heading={words.returns}>
        <p>{words.returnsText}</p>
      </ProseSection>
      <ProseSection heading={words.damaged}>
        <p>
          {words.damagedText(
            (text) => (
              <a href="/contact">{text}</a>
            ),
            <a href={mailtoLink(email)}>{email}</a>,
          )}
        </p>
      </ProseSection>
    </>
  )
}
