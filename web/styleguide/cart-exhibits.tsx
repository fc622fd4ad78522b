import { TARIFF } from '#domain/checkout/tariff.ts'
import { formatMoney } from '#domain/currency.ts'
import { cents } from '#domain/money.ts'
import CartLines from '#web/storefront/cart/cart-lines.tsx'
import CartNotices from '#web/storefront/cart/cart-notices.tsx'
import CartPicture from '#web/storefront/cart/cart-picture.tsx'
import CartSkeleton from '#web/storefront/cart/cart-skeleton.tsx'
import EmptyCart from '#web/storefront/cart/empty-cart.tsx'
import Totals from '#web/storefront/cart/totals.tsx'
import TotalList from '#web/ui/total-list.tsx'
import OrderSummary from '#web/storefront/checkout/order-summary.tsx'
import ToPay from '#web/storefront/checkout/to-pay.tsx'
import { UNREAD_CART } from '#web/visitor/cart-store.ts'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import type { Exhibit } from './exhibit.ts'
import { LONG_NAME, sampleLine } from './samples.ts'

const inDollars: FormatPrice = (amount) => formatMoney(amount, 'CAD', 1)
const inNaira: FormatPrice = (amount) => formatMoney(amount, 'NGN', 1_043.2)
const none = () => {}

const tee = sampleLine('Emblem Tee', 'M', 1, 48)
const several = sampleLine('Wears Red Hoodie', 'XXL', 12, 118)
const long = sampleLine(LONG_NAME, 'XS', 9_999, 9_999)
const filled = [tee, several]
const full = [...filled, long]

export const CART: Exhibit[] = [
  {
    of: 'web/storefront/cart/cart-lines',
    states: [
      {
        name: 'one and several',
        wide: true,
        show: <CartLines lines={filled} formatPrice={inDollars} onRemove={none} restored={null} />,
      },
      {
        name: 'just added',
        wide: true,
        show: (
          <CartLines
            lines={[tee]}
            formatPrice={inDollars}
            onRemove={none}
            restored={null}
            added={`${tee.product.id} M`}
          />
        ),
      },
      {
        name: 'very long, no picture',
        wide: true,
        show: <CartLines lines={[long]} formatPrice={inNaira} onRemove={none} restored={null} />,
      },
    ],
  },
  {
    of: 'web/storefront/cart/cart-picture',
    states: [
      { name: 'picture', show: <CartPicture address={tee.product.imageUrls[0]} /> },
      { name: 'none', show: <CartPicture address={undefined} /> },
      { name: 'does not load', show: <CartPicture address="/pictures/none" /> },
    ],
  },
  { of: 'web/storefront/cart/empty-cart', states: [{ name: 'empty', wide: true, show: <EmptyCart /> }] },
  {
    of: 'web/storefront/cart/cart-skeleton',
    states: [{ name: 'not read yet', wide: true, show: <CartSkeleton /> }],
  },
  {
    of: 'web/storefront/cart/cart-notices',
    states: [
      {
        name: 'everything at once',
        wide: true,
        show: (
          <CartNotices
            cart={{ ...UNREAD_CART, ready: true, remembered: false, dropped: 2 }}
            changes={[
              { kind: 'price', name: 'Emblem Tee', from: cents(4_800), to: cents(5_200) },
              { kind: 'gone', name: 'Mark Cap', size: 'M' },
              { kind: 'few-left', name: LONG_NAME, size: 'L', left: 2 },
            ]}
            formatPrice={inDollars}
          />
        ),
      },
    ],
  },
  {
    of: 'web/ui/total-list',
    states: [
      {
        name: 'with a discount',
        show: (
          <TotalList
            className={undefined}
            rows={[
              ['Subtotal', 'C$110.00'],
              ['Discount', '-C$10.00'],
              ['Tax', 'C$2.00'],
              ['Shipping', 'C$25.00'],
              ['Total', 'C$127.00'],
            ]}
          />
        ),
      },
    ],
  },
  {
    of: 'web/storefront/checkout/to-pay',
    states: [
      {
        name: 'in CAD',
        show: (
          <ToPay
            totals={cartTotals(filled, { destination: null, tariff: TARIFF })}
            currency="CAD"
            formatPrice={inDollars}
            days={null}
            problem={null}
          />
        ),
      },
      {
        name: 'too little for a card',
        show: (
          <ToPay
            totals={cartTotals([], { destination: null, tariff: TARIFF })}
            currency="CAD"
            formatPrice={inDollars}
            days={null}
            problem="The minimum card payment is C$0.50. Add something to your cart."
          />
        ),
      },
      {
        name: 'in another currency',
        show: (
          <ToPay
            totals={cartTotals(full, { destination: null, tariff: TARIFF })}
            currency="NGN"
            formatPrice={inNaira}
            days={{ least: 2, most: 5 }}
            problem={null}
          />
        ),
      },
    ],
  },
  {
    of: 'web/storefront/cart/totals',
    states: [
      {
        name: 'in CAD',
        show: (
          <Totals
            totals={cartTotals(filled, { destination: null, tariff: TARIFF })}
            currency="CAD"
            formatPrice={inDollars}
            leastCharge={50}
          />
        ),
      },
      {
        name: 'less than a card can be charged',
        show: (
          <Totals
            totals={cartTotals(filled, { destination: null, tariff: TARIFF })}
            currency="CAD"
            formatPrice={inDollars}
            leastCharge={500_00}
          />
        ),
      },
      {
        name: 'in a foreign currency',
        show: (
          <Totals
            totals={cartTotals(full, { destination: null, tariff: TARIFF })}
            currency="NGN"
            formatPrice={inNaira}
            leastCharge={50}
          />
        ),
      },
    ],
  },
  {
    of: 'web/storefront/checkout/order-summary',
    states: [
      {
        name: 'filled',
        wide: true,
        show: (
          <OrderSummary
            lines={full}
            totals={cartTotals(full, { destination: null, tariff: TARIFF })}
            currency="NGN"
            formatPrice={inNaira}
            leastCharge={50}
          />
        ),
      },
    ],
  },
]
