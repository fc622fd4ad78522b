import type { CardBoxProps } from './card-box.ts'
import TestCardBox from './test-card-box.tsx'

/** The card box of the shop's gateway. Without one nothing can be paid: Pay Now waits for a box that is ready. */
export default function CardEntryBox(props: CardBoxProps) {
  return props.entry.gateway === 'test' ? <TestCardBox {...props} /> : null
}
