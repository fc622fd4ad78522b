import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import Button from '#web/ui/button.tsx'
import { loadInTime } from '#web/load-in-time.ts'
import { useWords } from '#web/ui/use-words.ts'
import type { BillingDetails, CardBoxProps, CardConfirmation } from './card-box.ts'
import styles from './hosted-card-box.module.css'

/** A card field drawn by a gateway's own script: card data goes from it to the gateway, and never reaches the shop. */
export interface HostedCardField {
  /** Shows the field in `place`. `changed` reports whether the card is complete, and what is wrong with it. */
  mount(
    place: HTMLElement,
    on: { ready(): void; changed(card: { isComplete: boolean; error: string | null }): void },
  ): void
  disable(disabled: boolean): void
  focus(): void
  remove(): void
  /** Charges the card. A rejected promise counts as a lost answer. */
  confirm(clientSecret: string, billing: BillingDetails): Promise<CardConfirmation>
}

/** Loads the gateway's script and makes its field. Rejects when the script cannot be loaded. */
export type LoadCardField = (settings: CardBoxProps['settings']) => Promise<HostedCardField>

interface Props extends CardBoxProps {
  load: LoadCardField
}

/** How long the gateway's script may take. */
const LOAD_MS = 30_000

/** The card box of a gateway whose script draws the field. */
export default function HostedCardBox(props: Props) {
  const [attempt, setAttempt] = useState(1)
  return <LoadingCardBox key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function LoadingCardBox({ load, onAgain, ...props }: Props & { onAgain: () => void }) {
  const words = useWords('checkout/checkout')
  const { settings, onReady } = props
  const [field, setField] = useState<HostedCardField | 'loading' | 'failed'>('loading')

  useEffect(() => {
    let isWanted = true
    const end = (loaded: HostedCardField | 'failed') => {
      if (isWanted) setField(loaded)
    }
    loadInTime(() => load(settings), LOAD_MS).then(end, () => end('failed'))
    return () => {
      isWanted = false
      onReady(false)
    }
  }, [load, settings, onReady])

  if (field === 'loading') return <div className={styles.box} aria-busy="true" />
  if (field === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <p>{words.noCardEntry}</p>
        <Button tone="plain" onClick={onAgain}>
          {words.tryAgain}
        </Button>
      </div>
    )
  }
  return <CardFieldBox {...props} field={field} />
}

function CardFieldBox({ ref, disabled, onReady, field }: CardBoxProps & { field: HostedCardField }) {
  const words = useWords('checkout/checkout')
  const place = useRef<HTMLDivElement>(null)
  const [isComplete, setComplete] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)

  useImperativeHandle(ref, () => ({
    check() {
      if (isComplete) return true
      setWrong((current) => current ?? words.cardIncomplete)
      field.focus()
      return false
    },
    confirm: (clientSecret, billing) => field.confirm(clientSecret, billing),
  }))

  const ready = useEffectEvent(() => onReady(true))
  useEffect(() => {
    if (place.current) {
      field.mount(place.current, {
        ready: () => ready(),
        changed(card) {
          setComplete(card.isComplete)
          setWrong(card.error)
        },
      })
    }
    return () => field.remove()
  }, [field])
  useEffect(() => field.disable(disabled), [field, disabled])

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
