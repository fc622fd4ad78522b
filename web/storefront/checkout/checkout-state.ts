import { withMoney } from './messages.ts'

/** `working`: Pay Now was pressed. `paid`: the payment succeeded and the page is leaving for the thank-you page. */
export type CheckoutPhase = 'idle' | 'working' | 'paid'

/** The allowed phase changes (spec 4). A payment is never started twice, and no phase follows `paid`. */
const NEXT: Record<CheckoutPhase, readonly CheckoutPhase[]> = {
  idle: ['working'],
  working: ['idle', 'paid'],
  paid: [],
}

/** The state of the checkout screen besides cart and form. `fieldErrors` by field name. */
export interface CheckoutState {
  phase: CheckoutPhase
  error: string | null
  /** The waiting room that the error is about. */
  room: string | null
  /** The answer about an earlier payment was lost, and no later one has said whether it was charged. */
  isUnconfirmed: boolean
  /** The reason for a delay, while `working`. */
  waiting: string | null
  fieldErrors: Readonly<Record<string, string>>
  /** When the stock that is held is free for others again, if that is sooner than usual. */
  payBy: number | null
}

/** The events of a checkout. `fields-wrong` may also occur before a request was sent. */
export type CheckoutEvent =
  | { kind: 'pay-pressed' }
  | { kind: 'fields-wrong'; fields: Readonly<Record<string, string>> }
  /** `isUnconfirmed`: omitted when it says nothing new about the card. */
  | { kind: 'failed'; message: string; isUnconfirmed?: boolean; room?: string }
  | { kind: 'paid' }
  /** The request to the shop is repeated; `answered` ends the wait. */
  | { kind: 'waiting'; message: string }
  | { kind: 'answered'; payBy?: number | null }
  | { kind: 'field-edited'; field: string }

export const NEW_CHECKOUT: CheckoutState = {
  phase: 'idle',
  error: null,
  room: null,
  isUnconfirmed: false,
  waiting: null,
  fieldErrors: {},
  payBy: null,
}

/** The state after an event; unchanged when the event is not allowed in that phase. */
export function nextCheckoutState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.kind) {
    case 'pay-pressed':
      return move(state, 'working', { error: null, fieldErrors: {} })
    case 'fields-wrong':
      return move(state, 'idle', { error: null, fieldErrors: event.fields })
    case 'failed': {
      const { message, isUnconfirmed = state.isUnconfirmed, room = null } = event
      // A declined card has released what was held.
      const payBy = isUnconfirmed ? state.payBy : null
      return move(state, 'idle', { error: withMoney(message, isUnconfirmed), isUnconfirmed, payBy, room })
    }
    case 'paid':
      return move(state, 'paid', { error: null })
    case 'waiting':
      return state.phase === 'working' ? { ...state, waiting: event.message } : state
    case 'answered':
      return { ...state, waiting: null, payBy: event.payBy ?? null }
    case 'field-edited': {
      const { [event.field]: _mended, ...fieldErrors } = state.fieldErrors
      return { ...state, fieldErrors }
    }
  }
}

function move(state: CheckoutState, phase: CheckoutPhase, changed: Partial<CheckoutState>): CheckoutState {
  const allowed = NEXT[state.phase].includes(phase)
  return allowed ? { ...state, waiting: null, room: null, ...changed, phase } : state
}
