import type { OpenStorage } from './cart-store.ts'

/** In local storage the checkout of the cart, in session storage the one that this tab shows. */
export const CHECKOUT_ID_KEY = 'checkoutId'
/** What the server accepts. */
const ID = /^[A-Za-z0-9-]{8,64}$/

/**
 * The checkout of the cart, which all tabs share: however many of them pay, it is one order with one payment. It ends
 * when it is paid.
 */
export interface CheckoutIds {
  /** Null: no tab has opened the checkout since the last cart was paid. */
  current(): string | null
  /** The checkout of the cart, made when there is none. This tab shows it from now on. */
  join(): string
  /** The checkout that this tab shows, if it is not the cart's any more: another tab has ended it. */
  left(): string | null
  /**
   * Ends a paid checkout, after `before`: a tab that sees its end sees that too. False when it had ended before, and
   * another cart may be there.
   */
  end(id: string, before?: () => void): boolean
  /** This tab shows no checkout any more. */
  leave(): void
}

export function openCheckoutIds(openShared: OpenStorage, openOwn: OpenStorage): CheckoutIds {
  /** Where the browser stores nothing. */
  let ofPage: string | null = null
  let isShared = true
  const shared = () => read(openShared)
  const own = () => read(openOwn) ?? ofPage
  return {
    current: () => shared() ?? own(),
    join() {
      ofPage = shared() ?? own() ?? newId()
      isShared = write(openShared, ofPage)
      write(openOwn, ofPage)
      return ofPage
    },
    left() {
      const id = own()
      return id === shared() ? null : id
    },
    end(id, before) {
      if ((isShared ? shared() : own()) !== id) return false
      before?.()
      write(openShared, null)
      return true
    },
    leave() {
      ofPage = null
      write(openOwn, null)
    },
  }
}

export const checkoutIds = openCheckoutIds(
  () => localStorage,
  () => sessionStorage,
)

function read(open: OpenStorage): string | null {
  try {
    const id = open().getItem(CHECKOUT_ID_KEY)
    return id !== null && ID.test(id) ? id : null
  } catch {
    return null
  }
}

/** False when the browser refuses. */
function write(open: OpenStorage, id: string | null): boolean {
  try {
    if (id === null) open().removeItem(CHECKOUT_ID_KEY)
    else open().setItem(CHECKOUT_ID_KEY, id)
    return true
  } catch {
    return false
  }
}

/** 128 random bits. Not `crypto.randomUUID`, which does not exist on plain http. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
