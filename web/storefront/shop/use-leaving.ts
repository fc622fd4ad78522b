import { useEffect, useState, type MouseEvent } from 'react'

/** Whether another page is on its way into this tab, and what a link calls when it is followed. */
export function useLeaving(): [boolean, (event: MouseEvent) => void] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // Out of the back/forward cache, the page is here to stay again.
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  return [
    leaving,
    // The link itself is kept until the browser has followed it.
    ({ metaKey, ctrlKey, shiftKey, altKey }) => {
      if (!(metaKey || ctrlKey || shiftKey || altKey)) setTimeout(() => setLeaving(true))
    },
  ]
}
