import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { lineKey } from '#domain/checkout/cart.ts'
import { replaceLines, useCart } from './cart.ts'
import type { Cart } from './cart-store.ts'
import { begunCheckoutId } from './checkout-id.ts'
import {
  pricedLineSchema,
  reprice,
  type CartChange,
  type LineLimit,
  type PricedLine,
  type Repriced,
} from './reprice.ts'

/** The cart, priced from the catalogue. `changes`: what the shopper must be told, until the page is left. */
export interface RepricedCart {
  cart: Cart
  changes: CartChange[]
  /** What cannot be ordered at once as it stands in the cart. */
  limits: LineLimit[]
  /** Takes over an answer of the server that came another way. */
  adopt(answer: readonly PricedLine[]): Repriced
  /** Tells the shopper of changes, in place of those told before. */
  tell(changes: CartChange[]): void
}

/**
 * Asks the catalogue about the cart when a page shows it and whenever a line or a quantity comes in. When the server
 * cannot be asked the cart stays usable as it is: the checkout is held to the catalogue's prices anyway.
 */
export function useRepricedCart(): RepricedCart {
  const cart = useCart()
  const [changes, tell] = useState<CartChange[]>([])
  const [limits, setLimits] = useState<LineLimit[]>([])
  const items = JSON.stringify(
    cart.lines.map(({ product, selectedSize, quantity }) => ({
      productId: product.id,
      size: selectedSize,
      quantity,
    })),
  )
  const isEmpty = cart.lines.length === 0

  useEffect(() => {
    if (isEmpty) return
    const outdated = new AbortController()
    const timer = setTimeout(() => {
      void askPrices(items, outdated.signal).then((answer) => {
        if (!answer || outdated.signal.aborted) return
        const { changes, limits } = adoptLines(answer)
        if (changes.length > 0) tell(changes)
        setLimits(limits)
      })
    }, 150)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [items, isEmpty])

  function adopt(answer: readonly PricedLine[]): Repriced {
    const repriced = adoptLines(answer)
    setLimits(repriced.limits)
    return repriced
  }

  const standing = limits.filter(({ key, allowed }) =>
    cart.lines.some((line) => lineKey(line) === key && line.quantity > allowed),
  )
  return { cart, changes, limits: standing, adopt, tell }
}

function adoptLines(answer: readonly PricedLine[]): Repriced {
  let repriced: Repriced = { lines: [], changes: [], limits: [] }
  replaceLines((lines) => {
    repriced = reprice(lines, answer)
    return repriced.lines
  })
  return repriced
}

const answerSchema = v.object({ lines: v.array(pricedLineSchema) })

async function askPrices(items: string, signal: AbortSignal): Promise<PricedLine[] | null> {
  try {
    const response = await fetch('/api/cart/price', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: JSON.parse(items) as unknown, checkoutId: begunCheckoutId() }),
      signal,
    })
    return response.ok ? v.parse(answerSchema, await response.json()).lines : null
  } catch {
    return null
  }
}
