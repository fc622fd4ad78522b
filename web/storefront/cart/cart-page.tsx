import type { Tariff } from '#domain/checkout/tariff.ts'
import type { FrameProps } from '#web/page.ts'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import RecentlyViewed from '#web/storefront/recently-viewed/recently-viewed.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { useFormatPrice, type PageRate } from '#web/visitor/currency.ts'
import { useRepricedCart } from '#web/visitor/use-repriced-cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import CartLines from './cart-lines.tsx'
import CartNotices from './cart-notices.tsx'
import CartSkeleton from './cart-skeleton.tsx'
import CartSummary from './cart-summary.tsx'
import EmptyCart from './empty-cart.tsx'
import styles from './cart-page.module.css'
import RemovedLine, { useRemoval } from './removed-line.tsx'

/** The cart is stored in the browser: the server provides only the frame, the rate and the tariff. */
export interface CartPageProps {
  frame: FrameProps
  rate: PageRate
  tariff: Tariff
  /** The least that a card can be charged, in cents. */
  leastCharge: number
  /** The owners' policy allows returns. */
  notFinal?: true
  wallets?: OfferedWallets
}

export default function CartPage({ frame, rate, tariff, leastCharge, notFinal, wallets }: CartPageProps) {
  const words = useWords('cart')
  const formatPrice = useFormatPrice(frame.currency, rate)
  const { cart, changes, before, tariff: serverTariff, priced, waits } = useRepricedCart()
  const removal = useRemoval()

  return (
    <PageFrame {...frame} toasts={<ToastRegion />}>
      <div className={styles.page}>
        <Breadcrumb trail={[{ label: words.breadcrumbHome, href: '/' }, { label: words.breadcrumbCart }]} />
        <h1 className={styles.heading}>{words.heading}</h1>
        <CartNotices cart={cart} changes={changes} formatPrice={formatPrice}>
          {cart.lines.length > 0 && waits}
        </CartNotices>
        <RemovedLine removal={removal} />
        {!cart.ready && <CartSkeleton />}
        {cart.ready && cart.lines.length === 0 && <EmptyCart />}
        {cart.lines.length > 0 && (
          <div className={styles.cart}>
            <CartLines
              lines={cart.lines}
              formatPrice={formatPrice}
              before={before}
              onRemove={removal.remove}
              restored={removal.restored}
            />
            <CartSummary
              lines={cart.lines}
              tariff={serverTariff ?? tariff}
              priced={priced}
              currency={frame.currency}
              formatPrice={formatPrice}
              leastCharge={leastCharge}
              notFinal={notFinal}
              wallets={wallets}
            />
          </div>
        )}
      </div>
      {cart.ready && cart.lines.length === 0 && <RecentlyViewed />}
    </PageFrame>
  )
}
