import type { ReactNode } from 'react'
import inbox from './inbox.module.css'

/** The rows of a list, paler while others are on their way. */
export default function LiveResult({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <div aria-busy={loading} className={loading ? `${inbox.result} ${inbox.loading}` : inbox.result}>
      {children}
    </div>
  )
}
