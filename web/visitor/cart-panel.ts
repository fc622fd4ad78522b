import { useSyncExternalStore } from 'react'

/** The cart panel (spec 4): whether it is open, and the line that opened it (domain/checkout/cart.ts: `lineKey`). */
export interface CartPanelState {
  open: boolean
  added: string | null
}

const CLOSED: CartPanelState = { open: false, added: null }

let state = CLOSED
const listeners = new Set<() => void>()

function become(next: CartPanelState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Opens the panel. `added`: the line that was just added to the cart. */
export function openCartPanel(added: string | null = null): void {
  become({ open: true, added })
}

/** Closes the panel. `added` stays until it opens again, because the panel is visible while it closes. */
export function closeCartPanel(): void {
  if (state.open) become({ ...state, open: false })
}

export function toggleCartPanel(): void {
  if (state.open) closeCartPanel()
  else openCartPanel()
}

export function readCartPanel(): CartPanelState {
  return state
}

export function subscribeToCartPanel(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCartPanel(): CartPanelState {
  return useSyncExternalStore(subscribeToCartPanel, readCartPanel, () => CLOSED)
}
