import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import type { ManualPriceView } from '#web/views/orders/manual-price.ts'
import { pricedBody, type Draft } from './draft.ts'

const SIGNED_OUT = 'You are signed out. Sign in from another tab, then try again: nothing you typed is lost.'
const NO_ANSWER = 'The shop did not respond. Press the button again: the order won’t be created twice.'

/** Makes the order of a draft at the price that staff saw. A repeat with the same `orderKey` returns the same order. */
export function sendNewOrder(
  draft: Draft,
  { price, orderKey }: { price: ManualPriceView; orderKey: string },
): Promise<StaffAnswer<{ number: string }>> {
  const { note, method, reference } = draft
  return call('POST /api/staff/orders', {
    body: {
      ...pricedBody(draft),
      orderKey,
      note,
      method,
      reference,
      // The method that is shown as chosen, even if staff have not chosen one.
      shippingMethod: price.method,
      total: price.total,
    },
  })
}

type Refused = Extract<StaffAnswer<unknown>, { kind: 'refused' }>

/** The message about a refused order; null when the errors at its fields say enough. */
export function refusalMessage({ code, title, fields }: Refused): string | null {
  if (code === 'signed-out') return SIGNED_OUT
  const hasFieldErrors = code === 'invalid-request' && Object.keys(fields).length > 0
  return hasFieldErrors ? null : (title ?? NO_ANSWER)
}

/** Whether the draft has to be priced again before another try. */
export function needsNewPrice({ code }: Refused): boolean {
  return ['price-changed', 'lines-unavailable', 'shipping-changed'].includes(code)
}
