import {
  choiceFilter,
  dayFilter,
  searchFilter,
  textFilter,
  type FilterValues,
  type ListFilter,
} from '#domain/list-filter.ts'
import { tagSchema } from './order-forms.ts'
import { ORDER_STATE_WORDS } from './order.ts'

/**
 * The filters of the list of orders. Address, form, tabs, "all that match", neighbours, export and API follow from
 * them; what each asks of an order is in db/orders/order-list.ts. `to-fulfil`: still to be sent, in whole or in part,
 * and not on hold; `on-hold`: likewise, until staff release it. `to-review`: on hold until somebody
 * has looked at it, also when it has only gift cards.
 * `ready-for-pickup`: not collected yet, in whole or in part; `partly-picked-up`: collected in part. `pending` includes
 * orders with an open payment link, `needs-attention` those whose link closed unpaid; `paid` leaves both out. The days
 * are the first and the last.
 */
export const ORDER_FILTERS = {
  q: searchFilter,
  state: choiceFilter('Status', 'All statuses', {
    'to-fulfil': 'To fulfil',
    'on-hold': 'On hold',
    'to-review': 'To review',
    'ready-for-pickup': 'Ready for pickup',
    'partly-picked-up': 'Partly picked up',
    ...ORDER_STATE_WORDS,
  }),
  slip: choiceFilter('Packing slip', 'Printed or not', { printed: 'Printed', 'not-printed': 'Not printed' }),
  batch: choiceFilter('Batch', 'In a batch or not', { none: 'In no batch', open: 'In an open batch' }),
  paid: choiceFilter('Payment', 'Paid or tested', { real: 'Not a test', test: 'Test orders' }),
  tag: textFilter('Tag', tagSchema),
  from: dayFilter('From'),
  to: dayFilter('To'),
} as const satisfies Record<string, ListFilter>

type Values = FilterValues<typeof ORDER_FILTERS>

/** What the list of orders is narrowed to. It is passed on whole. */
export type OrderFilter = { [Name in keyof Values]?: Values[Name] | undefined }

/** How the list of orders can be sorted: by a column, or with `-` the other way round. Empty: the newest first. */
export const ORDER_SORTS = {
  '': 'Newest first',
  placed: 'Oldest first',
  customer: 'Customer, A to Z',
  '-customer': 'Customer, Z to A',
  destination: 'Destination, A to Z',
  '-destination': 'Destination, Z to A',
  total: 'Total, lowest first',
  '-total': 'Total, highest first',
} as const

/** How the list is sorted: `-total`. */
export type OrderSort = keyof typeof ORDER_SORTS

/** How many orders a page of the list can have; the first unless staff choose. */
export const ORDER_PAGE_SIZES = ['25', '50', '100'] as const

/** How many orders a page has: `50`. */
export type OrderPageSize = (typeof ORDER_PAGE_SIZES)[number]

/** How many lists of orders can be saved, and the longest name of one, in characters. */
export const MAX_ORDER_VIEWS = 30
export const MAX_VIEW_NAME_LENGTH = 60

/** The tabs of the list: what staff work through, as values of its `state` filter, and everything. */
export const ORDER_TABS = [
  'to-fulfil',
  'to-review',
  'on-hold',
  'ready-for-pickup',
  'needs-attention',
  'pending',
  '',
] as const

/** How many orders each tab has. */
export type TabCounts = Record<(typeof ORDER_TABS)[number], number>
