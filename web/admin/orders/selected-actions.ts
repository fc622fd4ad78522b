import type { OrderAction } from '#domain/orders/allowed-actions.ts'

/** What can be done with many orders at once, in the order of the menu. */
export const SELECTED_ACTIONS = [
  'fulfil',
  'hold',
  'release',
  'tag',
  'note',
  'cancel',
  'refund',
] as const satisfies readonly OrderAction[]
export type SelectedAction = (typeof SELECTED_ACTIONS)[number]

/** How each action is called. `did` follows the number of orders. */
export const SELECTED_WORDS: Record<
  SelectedAction,
  { name: string; yes: string; did: string; detail: string }
> = {
  fulfil: {
    name: 'Mark as fulfilled',
    yes: 'Mark fulfilled',
    did: 'fulfilled',
    detail:
      'Without tracking numbers: they can be added later. Each customer is emailed that their order has shipped, or is ready for pickup.',
  },
  hold: {
    name: 'Put on hold',
    yes: 'Put on hold',
    did: 'put on hold',
    detail: 'No one packs them until they are released. The customers are not told.',
  },
  release: { name: 'Release', yes: 'Release', did: 'released', detail: 'They can be packed again.' },
  tag: {
    name: 'Change tags',
    yes: 'Save',
    did: 'tagged',
    detail: 'Only staff see tags. Separate several with commas.',
  },
  note: {
    name: 'Add a note',
    yes: 'Add',
    did: 'got the note',
    detail: 'It goes into the history of each. Only staff see it.',
  },
  cancel: {
    name: 'Cancel',
    yes: 'Cancel the orders',
    did: 'cancelled',
    detail: 'What was paid is refunded, and each customer is emailed.',
  },
  refund: {
    name: 'Refund in full',
    yes: 'Refund',
    did: 'refunded',
    detail:
      'All that is left of what was paid is refunded. What was not sent is no longer sent, and returns to stock.',
  },
}

export function countedOrders(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en-CA')} orders`
}
