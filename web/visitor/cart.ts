import { useSyncExternalStore } from 'react'
import { CART_KEY, openCartStore, UNREAD_CART, type Cart } from './cart-store.ts'
import { isPrerendering } from '#web/prerendering.ts'

/** The cart of this tab. Pages read it with `useCart` and change it through edit-cart.ts. */
export const cartStore = openCartStore(() => localStorage)

function subscribe(listener: () => void): () => void {
  const stop = cartStore.subscribe(listener)
  // `key` is null when a tab cleared the whole storage.
  const stored = ({ key }: StorageEvent) => (key === CART_KEY || key === null) && refresh()
  addEventListener('storage', stored)
  addEventListener('pageshow', refresh)
  document.addEventListener('prerenderingchange', refresh)
  return () => {
    stop()
    removeEventListener('storage', stored)
    removeEventListener('pageshow', refresh)
    document.removeEventListener('prerenderingchange', refresh)
  }
}

/** A prerendered page may never be shown: reading the cart could repair what is stored. */
function refresh(): void {
  if (!isPrerendering()) cartStore.refresh()
}

/** The cart of this browser; empty and not `ready` until it has been read. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, read, () => UNREAD_CART)
}

function read(): Cart {
  return isPrerendering() ? UNREAD_CART : cartStore.read()
}
