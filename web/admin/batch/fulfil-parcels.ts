import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'

/** A parcel to mark as fulfilled. */
export interface ParcelView {
  number: string
  carrier: string
  trackingNumber: string
}

interface Fulfilled {
  fulfilled: number
  already: number
  added: number
}

/** Marks these orders as fulfilled, all or none. `pickups`: how many are for pickup. Returns the message to show. */
export async function fulfilParcels(
  parcels: readonly ParcelView[],
  pickups = 0,
): Promise<{ isDone: boolean; words: string }> {
  const answer = await call('POST /api/staff/packing/fulfil', { body: { parcels } })
  return answer.kind === 'done'
    ? { isDone: true, words: doneWords(answer.value, { pickups, all: parcels.length }) }
    : { isDone: false, words: refusedWords(answer) }
}

function doneWords(
  { fulfilled, already, added }: Fulfilled,
  { pickups, all }: { pickups: number; all: number },
): string {
  const done =
    pickups === 0 ? 'fulfilled' : pickups === all ? 'ready for pickup' : 'fulfilled or ready for pickup'
  const late =
    added === 0 ? '' : ` ${added} got ${added === 1 ? 'its' : 'their'} tracking number, by email too.`
  const before = `${late}${already === 0 ? '' : ` ${already} had already been marked.`}`
  if (fulfilled === 0 && added > 0) return before.trim()
  if (fulfilled === 0) return `There was nothing left to do.${before}`
  return fulfilled === 1
    ? `1 order ${done}. The customer will be emailed.${before}`
    : `${fulfilled} orders ${done}. The customers will be emailed.${before}`
}

function refusedWords({ code, title, fields }: StaffAnswer<Fulfilled> & { kind: 'refused' }): string {
  if (code === 'signed-out') return 'You are signed out. Sign in from another tab, then try again.'
  if (title === null) return 'The shop did not respond. Press the button again: nothing is done twice.'
  return [title, ...Object.values(fields)].join(' ')
}
