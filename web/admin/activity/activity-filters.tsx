import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditSubjectKind,
} from '#domain/audit/audit.ts'
import { keysOf } from '#domain/record-of.ts'
import ListFailure from '#web/admin/list/list-failure.tsx'
import SearchField from '#web/admin/list/search-field.tsx'
import { useLiveForm, type Narrowing } from '#web/admin/list/use-live-form.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
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
  const { q, person, what, from, to } = query
  const isNarrowed = [q, person, what, from, to].some((value) => value !== '')
  const form = useLiveForm(live, q, (values) => PATH + activityAddress(parseActivityQuery(values)))
  return (
    <form {...form} role="search" aria-label="Activity" method="get" action={PATH} className={styles.filters}>
      <SearchField
        className={styles.search}
        placeholder="Order number, product, email or category"
        defaultValue={q}
      />
      <Select label="Person" name="person" defaultValue={person}>
        <option value="">Everyone</option>
        {people.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Select>
      <Select label="What" name="what" defaultValue={what}>
        <option value="">Everything</option>
        {KINDS.map((kind) => (
          <optgroup key={kind} label={AUDIT_SUBJECTS[kind]}>
            <option value={kind}>{AUDIT_SUBJECTS[kind]}: all</option>
            {actionsOf(kind).map((action) => (
              <option key={action} value={action}>
                {actionWords(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Field label="From" type="date" name="from" defaultValue={from} />
      <Field label="To" type="date" name="to" defaultValue={to} />
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
