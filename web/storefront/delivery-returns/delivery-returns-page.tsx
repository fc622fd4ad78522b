import type { ShopDelivery } from '#domain/checkout/shipping/shop-days.ts'
import { mailtoLink } from '#domain/email.ts'
import type { PolicySection } from '#domain/settings/policies.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import PolicyText from '#web/ui/policy-text.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import { sentence } from '#web/ui/sentence.ts'
import { useHasFirstName } from '#web/ui/shop-name.ts'
import { useWords } from '#web/ui/use-words.ts'

export interface DeliveryReturnsPageProps {
  frame: FrameProps
  email: string
  /** The policy as owners wrote it. */
  own?: PolicySection[]
  /** Without such a policy: where and how the shop ships, if not as in the specification. */
  delivery?: ShopDelivery
}

const EVERYWHERE: ShopDelivery = { days: null, countries: null }

export default function DeliveryReturnsPage({
  frame,
  email,
  own,
  delivery = EVERYWHERE,
}: DeliveryReturnsPageProps) {
  const frameWords = useWords('frame')
  const words = useWords('pages/delivery-returns')
  return (
    <PageFrame {...frame}>
      <div className={prose.page}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.heading }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
        {own ? <PolicyText sections={own} /> : <FirstPolicy email={email} delivery={delivery} />}
      </div>
    </PageFrame>
  )
}

/** The words that the shop starts with (spec 2), with the days and countries of its shipping methods. */
function FirstPolicy({ email, delivery }: { email: string; delivery: ShopDelivery }) {
  const words = useWords('pages/delivery-returns')
  const isFirst = useHasFirstName()
  const isPickup = delivery.days?.isPickup ?? false
  return (
    <>
      {isFirst && <p className={prose.lead}>{words.lead}</p>}
      <ProseSection heading={words.where}>
        <p>
          <WhereText {...delivery} />
        </p>
      </ProseSection>
      <ProseSection heading={words.howLong}>
        <p>
          <HowLongText {...delivery} />
        </p>
        {!isPickup && <p>{words.delays}</p>}
      </ProseSection>
      <ProseSection heading={words.returns}>
        <p>{sentence(words.returnsText(strong))}</p>
      </ProseSection>
      <ProseSection heading={words.damaged}>
        <p>
          {sentence(
            words.damagedText(
              strong,
              (text) => <a href="/contact">{text}</a>,
              <a href={mailtoLink(email)}>{email}</a>,
            ),
          )}
        </p>
      </ProseSection>
    </>
  )
}

function strong(text: string) {
  return <strong>{text}</strong>
}

function WhereText({ days, countries }: ShopDelivery) {
  const words = useWords('pages/delivery-returns')
  const isFirst = useHasFirstName()
  if (days?.isPickup) return words.whereTextOfPickup
  if (countries !== null) return words.whereTextTo(countries)
  return isFirst ? words.whereText : words.whereTextOfAny
}

function HowLongText({ days }: Pick<ShopDelivery, 'days'>) {
  const words = useWords('pages/delivery-returns')
  const shippingWords = useWords('shipping')
  if (days === null) return sentence(words.howLongText(strong(words.specDays)))
  const estimate = strong(shippingWords.days(days.least, days.most))
  return sentence(days.isPickup ? words.howLongTextOfPickup(estimate) : words.howLongText(estimate))
}
