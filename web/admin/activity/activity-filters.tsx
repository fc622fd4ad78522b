import { ACTIVITY_FILTERS } from '#domain/audit/activity-filters.ts'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditSubjectKind,
} from '#domain/audit/audit.ts'
import { keysOf } from '#domain/record-of.ts'
import FilterFields, { Options } from '#web/admin/list/filter-fields.tsx'
import ListFailure from '#web/admin/list/list-failure.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm, type Narrowing } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import { activityAddress, parseActivityQuery, type ActivityQuery } from '#web/views/staff/activity-query.ts'
import { actionWords } from '#web/views/staff/audit-words.ts'
import styles from './activity-page.module.css'

interface ActivityFiltersProps {
  query: ActivityQuery
  people: { id: string; email: string }[]
  live: Narrowing
}

const PATH = '/admin/activity'
const KINDS = keysOf(AUDIT_SUBJECTS)
const actionsOf = (kind: AuditSubjectKind) =>
  AUDIT_ACTION_NAMES.filter((action) => AUDIT_ACTIONS[action].about === kind)

/** The filters of the list, which are stored in the address. */
export default function ActivityFilters({ query, people, live }: ActivityFiltersProps) {
  const isNarrowed = activityAddress({ ...query, older: '' }) !== ''
  const form = useLiveForm(live, query.q, (values) => PATH + activityAddress(parseActivityQuery(values)))
  return (
    <form {...form} role="search" aria-label="Activity" method="get" action={PATH} className={styles.filters}>
      <SearchField
        className={styles.search}
        placeholder="Order number, product, email or category"
        defaultValue={query.q}
      />
      <FilterFields
        filters={ACTIVITY_FILTERS}
        values={query}
        listed={{
          person: <Options of={people.map(({ id, email }) => [id, email])} />,
          what: KINDS.map((kind) => (
            <optgroup key={kind} label={AUDIT_SUBJECTS[kind]}>
              <option value={kind}>{AUDIT_SUBJECTS[kind]}: all</option>
              <Options of={actionsOf(kind).map((action) => [action, actionWords(action)])} />
            </optgroup>
          )),
        }}
      />
      <Button type="submit" className={styles.go}>
        Search
      </Button>
      <p className={styles.links}>
        {isNarrowed && <a href={PATH}>Show all</a>}
        <a href={`/api/staff/activity.csv${activityAddress({ ...query, older: '' })}`} download>
          Export CSV
        </a>
      </p>
      <ListFailure failedAt={live.failedAt} />
    </form>
  )
}
