import { useEffect, useRef, useState, type RefObject } from 'react'
import Suggestions from './suggestions.tsx'
import { useSuggestions } from './use-suggestions.ts'

interface Props {
  /** The overlay, whose field only the server renders. */
  dialog: RefObject<HTMLDialogElement | null>
  onChoose: () => void
}

/** The suggestions of the server for what is in the field of the search overlay. Loaded when the field is used. */
export default function FoundSuggestions({ dialog, onChoose }: Props) {
  const query = useQuery(dialog)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const overlay = dialog.current
    /** Up and down move through the field and the suggestions. */
    const walk = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step === undefined) return
      const stops = [overlay?.querySelector('input'), ...(list.current?.querySelectorAll('a') ?? [])]
      const next = stops.indexOf(document.activeElement as HTMLAnchorElement) + step
      stops[(next + stops.length) % stops.length]?.focus()
      event.preventDefault()
    }
    overlay?.addEventListener('keydown', walk)
    return () => overlay?.removeEventListener('keydown', walk)
  }, [dialog])

  return <Suggestions list={list} query={query} suggested={useSuggestions(query)} onChoose={onChoose} />
}

/** What is in the field, trimmed. It may have been typed before this code was loaded. */
function useQuery(dialog: RefObject<HTMLDialogElement | null>): string {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const overlay = dialog.current
    const read = () => setQuery(overlay?.querySelector('input')?.value.trim() ?? '')
    read()
    overlay?.addEventListener('input', read)
    overlay?.addEventListener('close', read)
    return () => {
      overlay?.removeEventListener('input', read)
      overlay?.removeEventListener('close', read)
    }
  }, [dialog])
  return query
}
