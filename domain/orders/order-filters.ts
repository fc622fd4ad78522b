import {
  choiceFilter,
  dayFilter,
  searchFilter,
  type FilterValues,
  type ListFilter,
} from '#domain/list-filter.ts'
import { ORDER_STATE_WORDS } from './order.ts'

/**
 * The filters of the list of orders. Address, form, tabs, "all that match", neighbours, export and API follow from
 * them; what each asks of an order is in db/orders/order-list.ts. `to-fulfil`: still to be sent, in whole or in part,
 * and not on hold; `on-hold`: likewise, until staff release it.
 * `ready-for-pickup`: not collected yet, in whole or in part; `partly-picked-up`: collected in part. `pending` includes
 * orders with an open payment link, `needs-attention` those whose link closed unpaid; `paid` leaves both out. The days
 * are the first and the last.
 */
export const ORDER_FILTERS = {
  q: searchFilter,
  state: choiceFilter('Status', 'All statuses', {
    'to-fulfil': 'To fulfil',
    'on-hold': 'On hold',
    'ready-for-pickup': 'Ready for pickup',
    'partly-picked-up': 'Partly picked up',
    ...ORDER_STATE_WORDS,
  }),
  from: dayFilter('From'),
  to: dayFilter('To'),
} as const satisfies Record<string, ListFilter>

/** What the list of orders is narrowed to. It is passed on whole. */
export type OrderFilter = FilterValues<typeof ORDER_FILTERS>

/** The tabs of the list: what staff work through, as values of its `state` filter, and everything. */
export const ORDER_TABS = [
  'to-fulfil',
  'on-hold',
  'ready-for-pickup',
  'needs-attention',
  'pending',
  '',
] as const

/** How many orders each tab has. */
export type TabCounts = Record<(typeof ORDER_TABS)[number], number>
