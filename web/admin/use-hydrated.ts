import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until hydration, so that a form is not submitted before its code has loaded. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
