import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { closeCartPanel, useCartPanel } from '#web/visitor/cart-panel.ts'
import type { CartPanelProps } from './cart-panel.tsx'

const load = () => import('./cart-panel.tsx')

/** Preloads the panel's code. A failure is handled when the panel opens. */
export function fetchCartPanel(): void {
  load().catch(() => undefined)
}

/**
 * The place of the cart panel. Its code is loaded when it first opens; if that fails, the cart page is shown instead.
 */
export default function CartPanelSlot(props: CartPanelProps) {
  const { open } = useCartPanel()
  return <LoadedOnDemand load={load} wanted={open} onFailure={closeCartPanel} own={props} />
}
