import { useEffect, useEffectEvent } from 'react'

/** All listeners of a page share one connection, because a browser opens only a few to one host. */
const listeners = new Set<() => void>()
let stream: EventSource | null = null

/** Calls back after every change of the catalogue, and after a lost connection, when changes may have been missed. */
export function useCatalogChanges(onChange: () => void): void {
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
  openStream()
  // A page that is left, or kept in the back/forward cache, must not keep a connection open.
  window.addEventListener('pagehide', closeStream)
  window.addEventListener('pageshow', wakeUp)
}

function stopListening(): void {
  closeStream()
  window.removeEventListener('pagehide', closeStream)
  window.removeEventListener('pageshow', wakeUp)
}

function wakeUp({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  openStream()
  publish()
}

function openStream(): void {
  let wasOpen = false
  stream = new EventSource('/api/staff/changes')
  stream.addEventListener('open', () => {
    if (wasOpen) publish()
    wasOpen = true
  })
  stream.addEventListener('catalogue', publish)
}

function closeStream(): void {
  stream?.close()
  stream = null
}
