import { useState } from 'react'
import type { FrameProps } from '#web/page.ts'
import { lineKey } from '#domain/checkout/cart.ts'
import type { Size } from '#domain/catalog/size.ts'
import Countdown from '#web/storefront/drop/countdown.tsx'
import styles from '#web/storefront/newsletter/newsletter-page.module.css'
import PageFrame from '#web/storefront/page-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import { cartStore } from '#web/visitor/cart.ts'
import { checkoutIds } from '#web/visitor/checkout-id.ts'
import { addLine, type ProductToAdd } from '#web/visitor/edit-cart.ts'

export interface HoldPageProps {
  frame: FrameProps
  token: string
  product: ProductToAdd
  size: Size
  minutes: number
  /** The link has held its piece before; `held`: it still does. */
  isUsed: boolean
  held: Held | null
}

/** Until when one is held; `time` in words. */
interface Held {
  endsAt: number
  time: string
}

/** Holds one piece for whoever was told that it is back, once they press: mail scanners open links too. */
export default function HoldPage({ frame, token, product, size, minutes, isUsed, ...first }: HoldPageProps) {
  const words = useWords('reminder')
  const [held, setHeld] = useState(first.held)
  const [refusal, setRefusal] = useState(isUsed && !held ? words.holdRefused.used : null)
  const [isAsking, setAsking] = useState(false)

  async function hold(): Promise<void> {
    setAsking(true)
    const outcome = await askToHold(token)
    setAsking(false)
    if (outcome === null) return setRefusal(words.holdRefused.failed)
    if ('error' in outcome) return setRefusal(outcome.error)
    const key = lineKey({ product, selectedSize: size })
    if (!cartStore.read().lines.some((line) => lineKey(line) === key)) addLine(product, [size], size)
    setRefusal(null)
    setHeld(outcome)
  }

  return (
    <PageFrame {...frame}>
      <div className={styles.newsletter}>
        <h1 className={styles.heading}>{words.isBack(product.name, size)}</h1>
        {held ? (
          <>
            <p role="status">{words.heldUntil(held.time)}</p>
            <Countdown at={held.endsAt} />
          </>
        ) : (
          <p role={refusal ? 'status' : undefined}>{refusal ?? words.mayHold(minutes)}</p>
        )}
        <div className={styles.ways}>
          {held && (
            <LinkButton tone="red" href="/checkout">
              {words.toTheCheckout}
            </LinkButton>
          )}
          {!held && !isUsed && (
            <Button tone="red" disabled={isAsking} onClick={() => void hold()}>
              {words.holdOne}
            </Button>
          )}
          <LinkButton href={`/product/${product.id}`}>{words.toTheProduct}</LinkButton>
        </div>
      </div>
    </PageFrame>
  )
}

/** Null: there was no answer. */
async function askToHold(token: string): Promise<Held | { error: string } | null> {
  try {
    const body = JSON.stringify({ token, checkoutId: checkoutIds.join() })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/reminders/hold', { method: 'POST', headers, body })
    return (await answer.json()) as Held | { error: string }
  } catch {
    return null
  }
}
