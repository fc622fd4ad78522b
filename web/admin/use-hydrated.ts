import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the page is alive, so that a form is not sent before its code is there. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
