import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import type { CartLine } from '#domain/checkout/cart.ts'
import { NOWHERE } from '#domain/checkout/checkout-form.ts'
import { leftToPay } from '#domain/checkout/pricing.ts'
import { destinationOf } from '#domain/checkout/tariff.ts'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import type { Customer } from '#domain/orders/order.ts'
import { cents } from '#domain/money.ts'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import type { CardBox } from '#web/storefront/checkout/gateways/card-box.ts'
import type { WalletButtonsProps } from '#web/storefront/checkout/gateways/wallet-buttons.ts'
import { WALLET_BUTTONS } from '#web/storefront/checkout/gateways/wallet-loaders.ts'
import { openCheckoutStorage } from '#web/storefront/checkout/checkout-memory.ts'
import { endCheckout, endReturn, leaveForOrder } from '#web/storefront/checkout/paying/end-checkout.ts'
import { pay } from '#web/storefront/checkout/paying/pay.ts'
import { requestPayment } from '#web/storefront/checkout/paying/request-payment.ts'
import {
  findPaidOrder,
  returnedSecret,
  settleReturn,
  type ReturnOutcome,
} from '#web/storefront/checkout/paying/settle-checkout.ts'
import { cartItems, hasOnlyGifts } from '#web/visitor/cart-totals.ts'
import { fetchQuote, useQuote } from '#web/storefront/checkout/prices/use-quote.ts'
import { withMoney } from '#web/storefront/checkout/messages.ts'
import Notice from '#web/ui/notice.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { checkoutIds, openCheckoutIds } from '#web/visitor/checkout-id.ts'
import { dropUnknown, useCodes } from '#web/visitor/codes.ts'
import { removePaidLines, replaceLines } from '#web/visitor/edit-cart.ts'
import { reprice } from '#web/visitor/reprice.ts'
import { readOrderNote } from '#web/visitor/order-note.ts'
import styles from './express-checkout.module.css'
import { WalletPurchase } from './wallet-purchase.ts'

export interface ExpressCheckoutProps {
  offer: OfferedWallets
  lines: readonly CartLine[]
  /** The lines are the cart, which ends with the payment. Otherwise something is bought beside it. */
  isOfCart?: boolean
  /** Nothing may be started now. */
  disabled?: boolean
  /** Ends with a line that names what else there is. */
  isBeforeForm?: boolean
}

/** In this tab, until it is paid: whoever presses twice, or comes back, buys once. */
const beside = () => ({
  getItem: (key: string) => sessionStorage.getItem(`beside-${key}`),
  setItem: (key: string, value: string) => sessionStorage.setItem(`beside-${key}`, value),
  removeItem: (key: string) => sessionStorage.removeItem(`beside-${key}`),
})
const besideIds = openCheckoutIds(beside, beside)

/** The browser never prices a wallet. */
const QUOTED = { taxes: [], shipping: cents(0), isQuoted: true }

/**
 * The buttons of the gateway's wallets: nothing until one can be used. The sheet shows the server's price, the order is
 * placed as by the form, and a refusal is shown here too, because sheets cut it off.
 */
export default function ExpressCheckout({
  offer,
  lines,
  isOfCart = false,
  disabled,
  isBeforeForm,
}: ExpressCheckoutProps) {
  const { gateway, leastCharge } = offer
  const ids = isOfCart ? checkoutIds : besideIds
  const words = useWords('wallets')
  const checkoutWords = useWords('checkout/checkout')
  // The gift cards that were entered pay the cart, and nothing beside it.
  const codes = useCodes().filter((code) => isOfCart || parseGiftCode(code) === null)
  const isShipped = !hasOnlyGifts(lines)
  const destination = isShipped ? null : destinationOf(NOWHERE)
  const { quote } = useQuote(QUOTED, lines, destination, { shippingMethod: null, codes })
  const [Buttons, setButtons] = useState<ComponentType<WalletButtonsProps> | null>(null)
  const [isAvailable, setAvailable] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const [waiting, wait] = useState(() => (returnedSecret() === null ? null : checkoutWords.checkingPayment))
  const isPaying = useRef(false)
  const [purchase] = useState(
    () =>
      new WalletPurchase(async ({ lines: bought, destination, choices }) => {
        const answer = await fetchQuote({
          items: cartItems(bought),
          destination,
          ...choices,
          checkoutId: ids.join(),
        })
        return answer === 'lost' ? null : answer
      }, leastCharge),
  )

  useEffect(() => {
    WALLET_BUTTONS[gateway]?.().then(
      (module) => setButtons(() => module.default),
      () => {},
    )
  }, [gateway])

  const comeBack = useEffectEvent(async (outcome: ReturnOutcome) => {
    const refused = await endReturn(openCheckoutStorage(), outcome)
    wait(null)
    if (refused !== null) refuse(withMoney(refused.message, refused.isUnconfirmed))
  })
  useEffect(() => {
    const clientSecret = isBeforeForm ? null : returnedSecret() // the form settles it
    if (clientSecret !== null) void settleReturn(clientSecret).then((outcome) => comeBack(outcome))
  }, [isBeforeForm])

  async function confirm(customer: Customer, box: CardBox): Promise<string | null> {
    const request = purchase.request(customer)
    if (isPaying.current) return words.busy
    if (request === null) return words.changedMeanwhile
    isPaying.current = true
    wait(words.busy)
    const refused = await place({ ...request, checkoutId: ids.join() }, box)
    // Otherwise the page is being left.
    if (refused !== null) {
      wait(null)
      isPaying.current = false
      refuse(refused)
    }
    return refused
  }

  /** Places the order and pays it, as Pay Now does. Returns why not; null: the page is left. */
  async function place(request: Parameters<typeof pay>[0], box: CardBox): Promise<string | null> {
    const storage = isOfCart ? openCheckoutStorage() : null
    const outcome = await pay(request, {
      days: null,
      findCardBox: () => box,
      ask: (asked) => requestPayment(asked, { onRetry: wait, wait: pause }),
    })
    switch (outcome.kind) {
      case 'paid': {
        const { orderNumber: number, clientSecret } = outcome
        const refused = await endCheckout(storage, { paid: request, days: null, number, clientSecret })
        endBeside(request.checkoutId)
        return refused && withMoney(refused.message, refused.isUnconfirmed)
      }
      case 'already-paid': {
        const order = await findPaidOrder(request.checkoutId)
        if (order && isOfCart) removePaidLines(request.checkoutId, order.items)
        endBeside(request.checkoutId)
        leaveForOrder(storage, order ?? { number: outcome.orderNumber, path: null })
        return null
      }
      default:
        // The page shows what the sheet will show.
        if (outcome.kind === 'cart-changed' && isOfCart) {
          replaceLines((now) => reprice(now, outcome.lines).lines)
          dropUnknown(outcome.quote?.codes ?? [])
        }
        return purchase.refuse(outcome, request.customer)
    }
  }

  const total = quote === null ? cents(0) : leftToPay(quote.totals)
  const isPayable = quote !== null && total >= leastCharge && lines.length > 0 && disabled !== true
  const isShown = isAvailable && isPayable
  return (
    <>
      <section
        className={isShown ? styles.express : styles.none}
        aria-label={words.heading}
        aria-hidden={!isShown || undefined}
      >
        {isBeforeForm && <h2>{words.heading}</h2>}
        {Buttons && quote !== null && (
          <Buttons
            key={String(isShipped)}
            isShipped={isShipped}
            settings={offer.settings}
            wallets={offer.wallets}
            total={total}
            onReady={setAvailable}
            open={() => {
              refuse(null)
              const note = isOfCart ? readOrderNote() : ''
              return isPayable ? purchase.open({ lines, codes, note }, quote) : null
            }}
            chooseAddress={(address) => purchase.chooseAddress(address)}
            chooseRate={(id) => purchase.chooseRate(id)}
            confirm={confirm}
          />
        )}
      </section>
      <p className={styles.waiting} role="status">
        {waiting}
      </p>
      {refusal !== null && <Notice urgent>{refusal}</Notice>}
      {isBeforeForm && isShown && <p className={styles.or}>{words.or}</p>}
    </>
  )
}

function endBeside(checkoutId: string): void {
  besideIds.end(checkoutId)
  besideIds.leave()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
