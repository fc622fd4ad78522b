import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import type { ExpressCheckoutProps } from './express-checkout.tsx'

/** The buttons of wallets. Their code, and the gateway's, are loaded once the page wants them. */
export default function ExpressSlot({ isWanted, ...props }: ExpressCheckoutProps & { isWanted: boolean }) {
  // A wallet that led to another site has led back.
  const isBack = useSyncExternalStore(
    never,
    () => location.search.includes('payment_intent_client_secret='),
    () => false,
  )
  const isNeeded = isWanted || isBack
  const [Box, setBox] = useState<ComponentType<ExpressCheckoutProps> | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    // Without it, the page is as it was.
    import('./express-checkout.tsx').then(
      (module) => setBox(() => module.default),
      () => {},
    )
  }, [isNeeded])
  return Box && <Box {...props} />
}

const never = () => () => {}
