import { useEffect, useState, type ComponentType } from 'react'
import type { CardBoxProps } from './card-box.ts'
import { CHECKOUT_MESSAGES } from '#web/storefront/checkout/messages.ts'
import TestCardBox from './test-gateway/test-card-box.tsx'

/** The card box of the shop's gateway. Pay Now stays disabled until it is ready. */
export default function CardEntryBox(props: CardBoxProps) {
  return props.entry.gateway === 'test' ? (
    <TestCardBox {...props} />
  ) : (
    <LoadedStripeBox {...props} publishableKey={props.entry.publishableKey} />
  )
}

type StripeBoxProps = CardBoxProps & { publishableKey: string }

/** Stripe's code is loaded only here, and only in a shop that uses it. */
function LoadedStripeBox(props: StripeBoxProps) {
  const [Box, setBox] = useState<ComponentType<StripeBoxProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./stripe/stripe-card-box.tsx').then(
      (module) => setBox(() => module.default),
      () => setFailed(true),
    )
  }, [])
  if (hasFailed) return <p role="alert">{CHECKOUT_MESSAGES.noCardEntry}</p>
  return Box && <Box {...props} />
}
