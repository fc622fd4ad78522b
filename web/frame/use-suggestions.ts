import { useEffect, useState } from 'react'
import { START } from '#words/en/language.ts'
import type { ProductCardView } from '#web/page.ts'

const DEBOUNCE_MS = 120
const NONE: ProductCardView[] = []

/** What the server suggests for a query. `answered`: the last query that it answered; null after a failure. */
export interface Suggested {
  answered: string | null
  suggestions: ProductCardView[]
}

/** The server's suggestions for a query. A failure shows nothing: the search itself still works (spec 2). */
export function useSuggestions(query: string): Suggested {
  const [answer, setAnswer] = useState<Suggested>({ answered: '', suggestions: NONE })

  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${START}/api/search?${new URLSearchParams({ q: query })}`, {
          signal: abort.signal,
        })
        const { suggestions } = (await response.json()) as { suggestions: ProductCardView[] }
        setAnswer({ answered: query, suggestions: suggestions.slice() })
      } catch {
        // Not when it was aborted by more typing or by closing.
        if (!abort.signal.aborted) setAnswer({ answered: null, suggestions: NONE })
      }
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  return query === '' ? { answered: '', suggestions: NONE } : answer
}
