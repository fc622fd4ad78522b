import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { centsFromDollars, type Cents } from '#domain/money.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { cartItems } from './cart-totals.ts'
import { cartStore, useCart } from './cart.ts'
import { replaceLines } from './edit-cart.ts'
import type { Cart } from './cart-store.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import { codesSchema, dropUnknown, useCodes, type ShownCode } from './codes.ts'
import { checkoutIds } from './checkout-id.ts'
import { changesSince, withLater, type ShownCart } from './late-changes.ts'
import { serverTariffSchema } from './server-tariff.ts'
import { serverTotalsSchema } from './server-totals.ts'
import { timeLimit } from './time-limit.ts'
import {
  isCurrent,
  pricedLineSchema,
  reprice,
  type CartChange,
  type PricedLine,
  type Repriced,
} from './reprice.ts'

/** The cart with catalogue prices. `changes`: what to report to the shopper, until the page is left. */
export interface RepricedCart {
  cart: Cart
  changes: CartChange[]
  /** Higher prices before a reduction, by the key of their line. */
  before: ReadonlyMap<string, Cents>
  /** The tariff of the last answer; null before it. */
  tariff: Tariff | null
  /** The totals that the server made, which no page can make where there are promotions, and what the codes do. */
  priced: { totals: CartTotals; codes: ShownCode[] } | null
  /** That a piece is sold in turn, and this browser has none; otherwise empty. */
  waits: string
  /** Applies an answer of the server from another request. */
  adopt(answer: readonly PricedLine[], tariff?: Tariff): Repriced
  /**
   * What the shop changed while the shopper used the page, where a notice at its top is easily missed. Returned once.
   */
  takeLateChanges(): CartChange[]
}

/**
 * Requests catalogue prices when a page shows the cart and whenever a line, quantity or price changes. When the server
 * cannot be reached the cart stays usable unchanged: the checkout is bound to catalogue prices anyway.
 */
export function useRepricedCart(): RepricedCart {
  const cart = useCart()
  const [changes, report] = useState<CartChange[]>([])
  const [before, setBefore] = useState<ReadonlyMap<string, Cents>>(new Map())
  const [tariff, setTariff] = useState<Tariff | null>(null)
  const [priced, setPriced] = useState<RepricedCart['priced']>(null)
  const [waits, setWaits] = useState('')
  const codes = useCodes().join(' ')
  const lastShown = useRef<ShownCart | null>(null)
  const asked = JSON.stringify({
    items: cartItems(cart.lines),
    // Another tab, or a wallet that was refused, may store new prices: the totals are requested again.
    prices: cart.lines.map(({ product }) => product.price),
  })
  const isEmpty = cart.lines.length === 0

  useEffect(() => {
    if (isEmpty) return
    const outdated = new AbortController()
    const timer = setTimeout(() => {
      void askPrices(asked, codes.split(' ').filter(Boolean), outdated.signal).then((answer) => {
        if (!answer || outdated.signal.aborted) return
        const shown = cartStore.read().lines
        const { lines, changes } = adoptLines(answer.lines)
        const isSeen = lastShown.current === null && !isInUse()
        lastShown.current = isSeen
          ? { lines, later: [] }
          : withLater(lastShown.current ?? { lines: shown, later: [] }, changes)
        if (answer.tariff) setTariff(answer.tariff)
        dropUnknown(answer.codes)
        setPriced(answer.totals ? { totals: answer.totals, codes: answer.codes } : null)
        setBefore(pricesBefore(answer.lines))
        setWaits(answer.waits ?? '')
        report((before) => [
          ...before.filter((one) => !changes.some((other) => isOfSame(one, other))),
          ...changes,
        ])
      })
    }, 150)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [asked, codes, isEmpty])

  function adopt(answer: readonly PricedLine[], current?: Tariff): Repriced {
    if (current) setTariff(current)
    const repriced = adoptLines(answer)
    lastShown.current = { lines: repriced.lines, later: [] }
    return repriced
  }

  function takeLateChanges(): CartChange[] {
    if (lastShown.current === null) return []
    const late = changesSince(lastShown.current, cart.lines)
    lastShown.current = { lines: cart.lines, later: [] }
    return late
  }

  const current = changes.filter((change) => isCurrent(change, cart.lines))
  return { cart, changes: current, before, tariff, priced, waits, adopt, takeLateChanges }
}

/** Whether a change replaces another: what is left of the same line, or the price of the same product. */
function isOfSame(one: CartChange, other: CartChange): boolean {
  if (one.kind === 'price' || other.kind === 'price')
    return one.kind === other.kind && one.name === other.name
  return one.name === other.name && one.size === other.size
}

/** Whether the shopper has tapped, clicked or typed on the page. Older browsers cannot tell. */
function isInUse(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

function pricesBefore(lines: readonly PricedLine[]): Map<string, Cents> {
  const found = new Map<string, Cents>()
  for (const { productId, size, before } of lines) {
    const price = centsFromDollars(before ?? Number.NaN)
    if (price !== null) found.set(`${productId} ${size}`, price)
  }
  return found
}

function adoptLines(answer: readonly PricedLine[]): Repriced {
  let repriced: Repriced = { lines: [], changes: [] }
  replaceLines((lines) => {
    repriced = reprice(lines, answer)
    return repriced.lines
  })
  return repriced
}

const TIMEOUT_MS = 20_000

const answerSchema = v.object({
  lines: v.array(pricedLineSchema),
  tariff: serverTariffSchema,
  totals: v.optional(serverTotalsSchema),
  codes: codesSchema,
  waits: v.optional(v.string()),
})

async function askPrices(
  asked: string,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<v.InferOutput<typeof answerSchema> | null> {
  try {
    const response = await fetch('/api/cart/price', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        items: (JSON.parse(asked) as { items: unknown }).items,
        checkoutId: checkoutIds.current() ?? undefined,
        codes,
      }),
      signal: timeLimit(TIMEOUT_MS, signal),
    })
    return response.ok ? v.parse(answerSchema, await response.json()) : null
  } catch {
    return null
  }
}
