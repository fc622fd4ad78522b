import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import Button from '#web/ui/button.tsx'
import { loadInTime } from '#web/load-in-time.ts'
import { useWords } from '#web/ui/use-words.ts'
import type { BillingDetails, CardBoxProps, CardConfirmation } from './card-box.ts'
import styles from './hosted-card-box.module.css'

/**
 * The payment methods of a gateway, drawn by its own script: card data goes from it to the gateway, and never reaches
 * the shop.
 */
export interface HostedCardField {
  /** Shows the field in `place`. `changed`: whether what is entered is complete. `failed`: it cannot be shown. */
  mount(place: HTMLElement, on: { ready(): void; failed(): void; changed(isComplete: boolean): void }): void
  disable(disabled: boolean): void
  focus(): void
  remove(): void
  /** Wallets show the amount, and it decides which methods there are. In cents; null: nothing is charged. */
  price(total: Cents | null): void | Promise<void>
  /** As of a card box. */
  collect(): Promise<string | null>
  /** Charges or checks the card. A rejected promise counts as a lost answer. */
  confirm(clientSecret: string, billing: BillingDetails): Promise<CardConfirmation>
}

/** Loads the gateway's script and makes its field. Rejects when the script cannot be loaded. */
export type LoadCardField = (
  settings: CardBoxProps['settings'],
  total: Cents | null,
) => Promise<HostedCardField>

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
  const { settings, total, onReady } = props
  const [field, setField] = useState<HostedCardField | 'loading' | 'failed'>('loading')

  const totalNow = useEffectEvent(() => total)
  useEffect(() => {
    let isWanted = true
    const end = (loaded: HostedCardField | 'failed') => {
      if (isWanted) setField(loaded)
    }
    loadInTime(() => load(settings, totalNow()), LOAD_MS).then(end, () => end('failed'))
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
  return <CardFieldBox {...props} field={field} onFailed={() => setField('failed')} />
}

function CardFieldBox({
  ref,
  disabled,
  total,
  onReady,
  field,
  onFailed,
}: CardBoxProps & { field: HostedCardField; onFailed: () => void }) {
  const words = useWords('checkout/checkout')
  const place = useRef<HTMLDivElement>(null)
  const [isComplete, setComplete] = useState(false)
  const [isMissed, setMissed] = useState(false)

  useImperativeHandle(ref, () => ({
    check() {
      if (isComplete) return true
      setMissed(true)
      field.focus()
      return false
    },
    collect: () => field.collect(),
    confirm: (clientSecret, billing) => field.confirm(clientSecret, billing),
  }))

  const ready = useEffectEvent(() => onReady(true))
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    if (place.current) {
      field.mount(place.current, {
        ready: () => ready(),
        failed: () => failed(),
        changed(complete) {
          setComplete(complete)
          setMissed(false)
        },
      })
    }
    return () => field.remove()
  }, [field])
  // What a supplier's script answers is no cleanup of an effect.
  useEffect(() => void field.disable(disabled), [field, disabled])
  useEffect(() => void field.price(total), [field, total])

  return (
    <div className={styles.entry} role="group" aria-label={words.payment}>
      <div ref={place} className={styles.box} />
      {isMissed && (
        <p className={styles.wrong} role="alert">
          {words.cardIncomplete}
        </p>
      )}
    </div>
  )
}
