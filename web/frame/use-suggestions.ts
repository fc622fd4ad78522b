import { useEffect, useState } from 'react'
import type { ProductCardView } from '#web/page.ts'

const PAUSE_IN_TYPING_MS = 120
const NONE: ProductCardView[] = []

/** What the server suggests for a query. A failure shows nothing: the search itself still works (spec 2). */
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
        // Typing on, closing and a lost connection all end here, and need no words.
      }
    }, PAUSE_IN_TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  return query === '' ? NONE : answer.suggestions
}
