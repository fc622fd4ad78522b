import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import PaidOrder from './paid-order.tsx'
import styles from './thank-you-page.module.css'

export interface ThankYouPageProps {
  frame: FrameProps
}

export default function ThankYouPage({ frame }: ThankYouPageProps) {
  const words = useWords('thank-you')
  return (
    <PageFrame {...frame}>
      <section className={styles.thanks}>
        <h1 className={styles.heading}>{words.heading}</h1>
        <PaidOrder />
        <LinkButton href="/shop">{words.continueShopping}</LinkButton>
        <AsServed as="a" id="own-orders" href="/account">
          {import.meta.env.SSR && <OwnOrders />}
        </AsServed>
      </section>
    </PageFrame>
  )
}

function OwnOrders() {
  const accountWords = useWords('account')
  return accountWords.link
}
