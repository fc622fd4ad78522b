import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import Button from '#web/ui/button.tsx'
import type { CardBoxProps, CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import * as words from '#words/checkout/checkout.ts'
import styles from './stripe-card-box.module.css'

/** Stripe's card entry: card data goes from its frame to Stripe, and never reaches the shop. */
export default function StripeCardBox(props: CardBoxProps) {
  const [attempt, setAttempt] = useState(1)
  return <LoadingCardBox key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function LoadingCardBox({ onAgain, ...props }: CardBoxProps & { onAgain: () => void }) {
  const { settings, onReady } = props
  const publishableKey = settings['publishableKey'] ?? ''
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading')

  useEffect(() => {
    let isWanted = true
    const end = (loaded: Stripe | 'failed') => {
      if (isWanted) setStripe(loaded)
    }
    loadStripe(publishableKey).then(
      (loaded) => end(loaded ?? 'failed'),
      () => end('failed'),
    )
    return () => {
      isWanted = false
      onReady(false)
    }
  }, [publishableKey, onReady])

  if (stripe === 'loading') return <div className={styles.box} aria-busy="true" />
  if (stripe === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <p>{words.noCardEntry}</p>
        <Button tone="plain" onClick={onAgain}>
          {words.tryAgain}
        </Button>
      </div>
    )
  }
  return <CardEntry {...props} stripe={stripe} />
}

function CardEntry({ ref, disabled, onReady, stripe }: CardBoxProps & { stripe: Stripe }) {
  const [card] = useState(() => stripe.elements().create('card', APPEARANCE))
  const place = useRef<HTMLDivElement>(null)
  const [isComplete, setComplete] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)

  useImperativeHandle(ref, () => ({
    check() {
      if (isComplete) return true
      setWrong((said) => said ?? words.cardIncomplete)
      card.focus()
      return false
    },
    async confirm(clientSecret, billing): Promise<CardConfirmation> {
      const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card, billing_details: billing },
      })
      if (error) return { error: error.message ?? '', isUnsure: UNSURE.has(error.type) }
      return { status: paymentIntent.status }
    },
  }))

  const ready = useEffectEvent(() => onReady(true))
  useEffect(() => {
    card.on('ready', () => ready())
    card.on('change', ({ complete, error }) => {
      setComplete(complete)
      setWrong(error?.message ?? null)
    })
    if (place.current) card.mount(place.current)
    return () => card.destroy()
  }, [card])
  useEffect(() => card.update({ disabled }), [card, disabled])

  return (
    <div className={styles.entry} role="group" aria-label={words.card}>
      <div ref={place} className={styles.box} data-wrong={wrong !== null || undefined} />
      {wrong !== null && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}

/** Errors that do not say whether the card was charged: the answer was lost. */
const UNSURE = new Set<string>(['api_connection_error', 'api_error'])

/**
 * Stripe's entry is in a separate frame, which our style sheets do not reach, so the design tokens are repeated here.
 */
const APPEARANCE: StripeCardElementOptions = {
  hidePostalCode: true, // asked for in the form already
  style: {
    base: {
      color: '#0b0b0c',
      fontFamily: 'Arial, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: '#5f5d58' },
    },
    invalid: { color: '#c1121f', iconColor: '#c1121f' },
  },
}
