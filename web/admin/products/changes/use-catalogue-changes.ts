import { useEffect, useEffectEvent } from 'react'

/** Everybody on the page who listens: they share one line, for a browser has only a few to one shop. */
const listeners = new Set<() => void>()
let line: EventSource | null = null

/** Hears of every change that anybody makes to the catalogue, and of those missed while the line was down. */
export function useCatalogueChanges(onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const listener = () => changed()
    listeners.add(listener)
    if (listeners.size === 1) startListening()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) stopListening()
    }
  }, [])
}

function publish(): void {
  for (const listener of listeners) listener()
}

function startListening(): void {
  openLine()
  // A page that leaves, or sleeps for the Back button, must not hold a line.
  window.addEventListener('pagehide', closeLine)
  window.addEventListener('pageshow', wakeUp)
}

function stopListening(): void {
  closeLine()
  window.removeEventListener('pagehide', closeLine)
  window.removeEventListener('pageshow', wakeUp)
}

function wakeUp({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  openLine()
  publish()
}

function openLine(): void {
  let wasOpen = false
  line = new EventSource('/api/staff/changes')
  line.addEventListener('open', () => {
    if (wasOpen) publish()
    wasOpen = true
  })
  line.addEventListener('catalogue', publish)
}

function closeLine(): void {
  line?.close()
  line = null
}
