import { mailtoLink } from '#domain/email.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'

export interface DeliveryReturnsPageProps {
  frame: FrameProps
  email: string
}

export default function DeliveryReturnsPage({ frame, email }: DeliveryReturnsPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'Delivery & Returns' }]} />
        <h1 className={prose.heading}>Delivery & Returns</h1>
        <p className={prose.lead}>From Saskatoon to wherever you wear it.</p>
        <ProseSection heading="Where we deliver">
          <p>We deliver locally in Saskatoon and internationally.</p>
        </ProseSection>
        <ProseSection heading="How long it takes">
          <p>
            Delivery is estimated at <strong>7 to 14 business days</strong> from order confirmation.
          </p>
          <p>Customs or couriers can cause delays.</p>
        </ProseSection>
        <ProseSection heading="Returns and exchanges">
          <p>
            <strong>All sales are final.</strong> There are no returns or exchanges.
          </p>
        </ProseSection>
        <ProseSection heading="Damaged or incorrect items">
          <p>
            Tell us <strong>within 3 days of delivery</strong>, with the <a href="/contact">contact form</a>{' '}
            or by e-mail to <a href={mailtoLink(email)}>{email}</a>.
          </p>
        </ProseSection>
      </div>
    </PageFrame>
  )
}
