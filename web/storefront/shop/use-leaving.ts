import { useEffect, useState, type MouseEvent } from 'react'

/** Whether another page is loading in this tab, and the handler for clicks on an element with links. */
export function useLeaving(): [boolean, (event: MouseEvent) => void] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // After a return from the back/forward cache, the page is no longer leaving.
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  return [
    leaving,
    // The link element is kept until the browser has followed it.
    ({ target, metaKey, ctrlKey, shiftKey, altKey }) => {
      const link = target instanceof Element && target.closest('a')
      if (link && !(metaKey || ctrlKey || shiftKey || altKey)) setTimeout(() => setLeaving(true))
    },
  ]
}
