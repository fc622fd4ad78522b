import { useEffect, useState } from 'react'
import { isStillSignedIn } from './ask-staff.ts'

/**
 * The server shows staff pages to staff only; but a page that the browser kept for its Back button may be older than
 * the sign-out. True while that is being looked into; who is signed out goes to the login.
 */
export function useSignInCheck(): boolean {
  const [checking, setChecking] = useState(false)
  useEffect(() => {
    async function check(event: PageTransitionEvent) {
      if (!event.persisted) return
      setChecking(true)
      if ((await isStillSignedIn()) === false) window.location.replace('/admin')
      else setChecking(false)
    }
    const listener = (event: PageTransitionEvent) => void check(event)
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
  return checking
}
