import LoadedWhenWanted from '#web/ui/loaded-when-wanted.tsx'
import { closeCartPanel, useCartPanel } from '#web/visitor/cart-panel.ts'
import type { CartPanelProps } from './cart-panel.tsx'

const load = () => import('./cart-panel.tsx')

/** Fetches the panel's code ahead of its use. A failure is met again, and dealt with, when the panel opens. */
export function fetchCartPanel(): void {
  load().catch(() => undefined)
}

/** Where the cart panel appears. Its code comes with the first opening; without it the cart page does as well. */
export default function CartPanelSlot(props: CartPanelProps) {
  const { open } = useCartPanel()
  return <LoadedWhenWanted load={load} wanted={open} onFailure={closeCartPanel} own={props} />
}
