import * as v from 'valibot'
import {
  dayFilter,
  listedFilter,
  searchFilter,
  type FilterValues,
  type ListFilter,
} from '#domain/list-filter.ts'
import { isAuditAction, isAuditSubjectKind } from './audit.ts'

/**
 * The filters of the list of activity. Address, form, list and export follow from them. `q`: an order number, an email
 * address of staff, a category, or words of a product's name; `person`: the id of a member of staff; `what`: an action,
 * or a kind of subject. The days are the first and the last.
 */
export const ACTIVITY_FILTERS = {
  q: searchFilter,
  person: listedFilter('Person', 'Everyone', v.pipe(v.string(), v.regex(/^[^\0]{1,100}$/))),
  what: listedFilter(
    'What',
    'Everything',
    v.pipe(
      v.string(),
      v.check((text) => isAuditAction(text) || isAuditSubjectKind(text)),
    ),
  ),
  from: dayFilter('From'),
  to: dayFilter('To'),
} as const satisfies Record<string, ListFilter>

/** What the list of activity is narrowed to. It is passed on whole. */
export type ActivityFilter = FilterValues<typeof ACTIVITY_FILTERS>
