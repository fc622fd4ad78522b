import { useEffect, useEffectEvent } from 'react'

/** Everybody on the page who listens: they share one line, for a browser has only a few to one shop. */
const hearers = new Set<() => void>()
let line: EventSource | null = null

/** Hears of every change that anybody makes to the catalogue, and of those missed while the line was down. */
export function useCatalogueChanges(onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const hear = () => changed()
    hearers.add(hear)
    if (hearers.size === 1) startListening()
    return () => {
      hearers.delete(hear)
      if (hearers.size === 0) stopListening()
    }
  }, [])
}

function tellAll(): void {
  for (const hear of hearers) hear()
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
  tellAll()
}

function openLine(): void {
  let wasOpen = false
  line = new EventSource('/api/staff/changes')
  line.addEventListener('open', () => {
    if (wasOpen) tellAll()
    wasOpen = true
  })
  line.addEventListener('catalogue', tellAll)
}

function closeLine(): void {
  line?.close()
  line = null
}
