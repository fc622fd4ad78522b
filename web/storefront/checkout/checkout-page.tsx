import type { FrameProps } from '#web/page.ts'
import CartSkeleton from '#web/storefront/cart/cart-skeleton.tsx'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import type { PageRate } from '#web/visitor/currency.ts'
import { useCart } from '#web/visitor/cart.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './checkout-page.module.css'
import CheckoutScreen from './checkout-screen.tsx'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import type { CheckoutTerms } from './use-checkout.ts'

/** `cardEntry`: the gateway that takes the card. `notFinal`: the owners' policy allows returns. */
export interface CheckoutPageProps extends CheckoutTerms {
  frame: FrameProps
  rate: PageRate
  cardEntry: CardEntry
  notFinal?: true
  wallets?: OfferedWallets
}

export default function CheckoutPage(props: CheckoutPageProps) {
  const cartWords = useWords('cart')
  const words = useWords('checkout/checkout')
  const { frame, rate, tariff, countries, leastCharge, cardEntry, notFinal, wallets } = props
  const { ready } = useCart()
  return (
    <PageFrame {...frame}>
      <div className={styles.page}>
        <Breadcrumb
          trail={[
            { label: cartWords.breadcrumbHome, href: '/' },
            { label: cartWords.breadcrumbCart, href: '/cart' },
            { label: words.breadcrumbCheckout },
          ]}
        />
        <h1 className={styles.heading}>{words.heading}</h1>
        {ready ? (
          <CheckoutScreen
            currency={frame.currency}
            rate={rate}
            terms={{ tariff, countries, leastCharge }}
            cardEntry={cardEntry}
            notFinal={notFinal}
            wallets={wallets}
          />
        ) : (
          <CartSkeleton />
        )}
      </div>
    </PageFrame>
  )
}
