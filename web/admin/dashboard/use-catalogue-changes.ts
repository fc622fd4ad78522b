import { useEffect, useEffectEvent } from 'react'

/** Hears of every change that anybody makes to the catalogue, and of those missed while the line was down. */
export function useCatalogueChanges(onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const changes = new EventSource('/api/staff/changes')
    let wasOpen = false
    changes.addEventListener('open', () => {
      if (wasOpen) changed()
      wasOpen = true
    })
    changes.addEventListener('catalogue', () => changed())
    // A page that leaves, or sleeps for the Back button, must not hold a line.
    const leave = () => changes.close()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      changes.close()
    }
  }, [])
}
