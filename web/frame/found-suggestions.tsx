import type { ComponentProps } from 'react'
import Suggestions from './suggestions.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** The suggestions of the server for a query. Loaded when the search overlay opens. */
export default function FoundSuggestions(own: Omit<ComponentProps<typeof Suggestions>, 'suggested'>) {
  return <Suggestions {...own} suggested={useSuggestions(own.query)} />
}
