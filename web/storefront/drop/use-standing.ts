import { useEffect, useState } from 'react'

/** What this browser may do in a drop. `endsAt`: when its turn ends; null: it has none that is open. */
export interface Standing {
  endsAt: number | null
  isEarly: boolean
}

/** How this browser stands in a drop, asked after the page, which is the same for everyone; null: not known yet. */
export function useStanding(handle: string | undefined): Standing | null {
  const [standing, setStanding] = useState<Standing | null>(null)
  useEffect(() => {
    if (handle === undefined) return
    const asking = new AbortController()
    const ask = async () => {
      const answer = await fetch(`/api/drops/${handle}/turn`, { signal: asking.signal })
      const { now, endsAt, isEarly } = (await answer.json()) as Standing & { now: number }
      setStanding({ endsAt: endsAt !== null && endsAt > now ? endsAt : null, isEarly })
    }
    ask().catch(() => {}) // what everyone is told is on the page
    return () => asking.abort()
  }, [handle])
  return standing
}
