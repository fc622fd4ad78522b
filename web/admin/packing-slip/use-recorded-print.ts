import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'

/** When the page is printed, the shop learns whose packing slips were. */
export function useRecordedPrint(numbers: readonly string[]): void {
  const printed = useEffectEvent(() => {
    if (numbers.length > 0) void call('POST /api/staff/packing/printed', { body: { numbers } })
  })
  useEffect(() => {
    window.addEventListener('beforeprint', printed)
    return () => window.removeEventListener('beforeprint', printed)
  }, [])
}
