import { mailtoLink } from '#domain/email.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'

export interface PrivacyPolicyPageProps {
  frame: FrameProps
  email: string
}

export default function PrivacyPolicyPage({ frame, email }: PrivacyPolicyPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Privacy Policy' }]} />
        <h1 className={prose.heading}>Privacy Policy</h1>
        <p className={prose.lead}>Effective December 2024</p>
        <ProseSection heading="What we collect">
          <p>When you order from us, write to us or look around the shop, we collect:</p>
          <ul>
            <li>your name and e-mail address</li>
            <li>your shipping and billing address</li>
            <li>your phone number</li>
            <li>your payment details, via third-party providers</li>
            <li>basic analytics about how the site is used</li>
          </ul>
          <p>The list of products that you viewed recently stays on your device, where you can clear it.</p>
        </ProseSection>
        <ProseSection heading="What we use it for">
          <ul>
            <li>to process and deliver your orders</li>
            <li>to send you order updates and to support you</li>
            <li>to improve the site</li>
            <li>to comply with the law</li>
          </ul>
        </ProseSection>
        <ProseSection heading="What we do not do">
          <p>We do not sell your information, and we do not share it for marketing.</p>
        </ProseSection>
        <ProseSection heading="How to reach us">
          <p>
            Questions about your information: <a href={mailtoLink(email)}>{email}</a>
          </p>
          <address>
            Redemption
            <br />
            Saskatoon, SK, Canada
          </address>
        </ProseSection>
      </div>
    </PageFrame>
  )
}
