import { useEffect, useState } from 'react'
import type { ProductCardView } from '#web/page.ts'

const PAUSE_IN_TYPING_MS = 120
const NONE: ProductCardView[] = []

/** The server's suggestions for a query. A failure shows nothing: the search itself still works (spec 2). */
export function useSuggestions(query: string): ProductCardView[] {
  const [answer, setAnswer] = useState({ query: '', suggestions: NONE })

  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/search?${new URLSearchParams({ q: query })}`, {
          signal: abort.signal,
        })
        if (!response.ok) return
        const { suggestions } = (await response.json()) as { suggestions: ProductCardView[] }
        setAnswer({ query, suggestions })
      } catch {
        // Aborted by more typing or by closing, or offline: no message needed.
      }
    }, PAUSE_IN_TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  return query === '' ? NONE : answer.suggestions
}
