import { useEffect, useState, type ComponentType } from 'react'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { loadInTime } from '#web/load-in-time.ts'
import { useWords } from '#web/ui/use-words.ts'
import type { CardBoxProps } from './card-box.ts'
import { CARD_BOXES } from './card-boxes.ts'

interface Props extends Omit<CardBoxProps, 'settings'> {
  entry: CardEntry
}

/** The card box of the shop's gateway. Pay Now stays disabled until it is ready. */
export default function CardEntryBox({ entry, ...props }: Props) {
  const words = useWords('checkout/checkout')
  const source = CARD_BOXES[entry.gateway]
  const [Box, setBox] = useState<ComponentType<CardBoxProps> | null>(() =>
    source && 'component' in source ? source.component : null,
  )
  const [hasFailed, setFailed] = useState(source === undefined)
  useEffect(() => {
    if (!source || 'component' in source) return
    loadInTime(source.load).then(
      (module) => setBox(() => module.default),
      () => setFailed(true),
    )
  }, [source])
  if (hasFailed) return <p role="alert">{words.noCardEntry}</p>
  return Box && <Box {...props} settings={entry.settings} />
}
