import { postAsStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'

/** A parcel to mark as fulfilled. */
export interface ParcelView {
  number: string
  carrier: string
  trackingNumber: string
}

interface Fulfilled {
  fulfilled: number
  already: number
}

/** Marks these orders as fulfilled, all or none. Returns the message to show. */
export async function fulfilParcels(
  parcels: readonly ParcelView[],
): Promise<{ isDone: boolean; words: string }> {
  const answer = await postAsStaff<Fulfilled>('/api/staff/packing/fulfil', { parcels })
  return answer.kind === 'done'
    ? { isDone: true, words: doneWords(answer.value) }
    : { isDone: false, words: refusedWords(answer) }
}

function doneWords({ fulfilled, already }: Fulfilled): string {
  const before = already === 0 ? '' : ` ${already} had been fulfilled before.`
  if (fulfilled === 0) return `Nothing was left to do.${before}`
  return fulfilled === 1
    ? `1 order fulfilled. The customer will be emailed.${before}`
    : `${fulfilled} orders fulfilled. The customers will be emailed.${before}`
}

function refusedWords({ code, title, fields }: StaffAnswer<Fulfilled> & { kind: 'refused' }): string {
  if (code === 'signed-out') return 'You are signed out. Sign in in another tab, then try again.'
  if (title === null)
    return 'The shop did not answer. Press again: an order that was fulfilled is not repeated.'
  return [title, ...Object.values(fields)].join(' ')
}
