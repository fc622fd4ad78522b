import { useEffect, useState } from 'react'
import { isStillSignedIn } from './call-staff-api.ts'

/**
 * The server sends staff pages to staff only, but a page from the back/forward cache may be older than the sign-out.
 * True while that is being checked; a signed-out user is redirected to the login.
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
