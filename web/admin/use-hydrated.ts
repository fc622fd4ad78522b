import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until hydration: for what only a browser knows, such as whether it has a camera. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
