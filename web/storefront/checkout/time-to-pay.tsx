import { useTimeLeft } from '#web/storefront/drop/use-time-left.ts'
import Notice from '#web/ui/notice.tsx'
import { useWords } from '#web/ui/use-words.ts'

/** How long pieces of a drop are still held for payment. After that the cart stays, and they are free for others. */
export default function TimeToPay({ at }: { at: number }) {
  const words = useWords('checkout/checkout')
  const left = useTimeLeft(at, leaveIt)
  if (left === null) return null
  if (left <= 0) return <Notice>{words.timeOver}</Notice>
  const seconds = Math.ceil(left / 1_000)
  const clock = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')].join(':')
  return (
    <p>
      {words.heldFor} <strong role="timer">{clock}</strong>
    </p>
  )
}

const leaveIt = () => {}
