import { useWords } from '#web/ui/use-words.ts'
import Countdown from './countdown.tsx'

/** How long the turn of this browser lasts. */
export default function TurnLeft({ endsAt }: { endsAt: number }) {
  const words = useWords('drop-room')
  return (
    <div>
      <p>{words.turnLeft}</p>
      <Countdown at={endsAt} />
    </div>
  )
}
