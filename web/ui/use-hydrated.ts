import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and until hydration: for what only a browser knows, such as whether it has a camera, and for
 * forms with a password, which must not be sent without code.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
