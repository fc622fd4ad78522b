import { useEffect, useState } from 'react'
import { useWords } from '#web/ui/use-words.ts'
import Countdown from './countdown.tsx'

/** How long the turn that this browser took lasts, if it took one. */
export default function TurnLeft({ handle }: { handle: string }) {
  const words = useWords('drop-room')
  const [endsAt, setEnd] = useState<number | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      const answer = await fetch(`/api/drops/${handle}/turn`, { signal: asking.signal })
      const turn = (await answer.json()) as { now: number; endsAt: number | null }
      if (turn.endsAt !== null && turn.endsAt > turn.now) setEnd(turn.endsAt)
    }
    ask().catch(() => {}) // the way to the room is on the page
    return () => asking.abort()
  }, [handle])
  if (endsAt === null) return null
  return (
    <div>
      <p>{words.turnLeft}</p>
      <Countdown at={endsAt} />
    </div>
  )
}
