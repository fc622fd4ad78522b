import { REPORT_LABELS, REPORT_NAMES, type AnyReport } from '#web/views/sales/period-query.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import styles from './period-form.module.css'

/** The period of a screen with figures. `fault`: why another one could not be shown. */
export interface PeriodChoice {
  from: string
  to: string
  fault: string | null
  /** The periods that staff usually want. */
  common: { label: string; from: string; to: string; isCurrent: boolean }[]
}

interface Props {
  choice: PeriodChoice
  /** Null: the overview. */
  report: AnyReport | null
}

const pathOf = (report: AnyReport | null) => (report === null ? '/admin/overview' : '/admin/reports')

/** The address of a screen with figures. */
export function figuresAddress(report: AnyReport | null, { from, to }: { from: string; to: string }): string {
  const query = new URLSearchParams({ ...(report !== null && { report }), from, to })
  return `${pathOf(report)}?${query}`
}

/** Links to the overview and the reports of the same period. */
export function FiguresLinks({ choice, report }: Props) {
  const links = [
    { label: 'Summary', to: null },
    ...REPORT_NAMES.map((name) => ({ label: REPORT_LABELS[name], to: name })),
  ]
  return (
    <nav className={styles.links} aria-label="Figures">
      {links.map(({ label, to }) => (
        <a key={label} href={figuresAddress(to, choice)} aria-current={to === report ? 'page' : undefined}>
          {label}
        </a>
      ))}
      <a href={`/admin/books?${new URLSearchParams({ from: choice.from, to: choice.to })}`}>Books</a>
    </nav>
  )
}

/** Which days the figures are of. */
export default function PeriodForm({ choice, report }: Props) {
  const path = pathOf(report)
  return <DaysForm choice={choice} path={path} query={{ ...(report !== null && { report }) }} />
}

interface DaysFormProps {
  choice: PeriodChoice
  /** The screen, and what its address has beside the days. */
  path: string
  query: Readonly<Record<string, string>>
  /** What is shown when the chosen days cannot be. */
  instead?: string
}

/** Which days a screen is about. It works without script. */
export function DaysForm({
  choice,
  path,
  query,
  instead = 'the figures of the last 30 days',
}: DaysFormProps) {
  const { from, to, fault, common } = choice
  const addressOf = (days: { from: string; to: string }) =>
    `${path}?${new URLSearchParams({ ...query, from: days.from, to: days.to })}`
  return (
    <section className={styles.period} aria-label="Period">
      <ul className={styles.common}>
        {common.map((one) => (
          <li key={one.label}>
            <a href={addressOf(one)} aria-current={one.isCurrent ? 'true' : undefined}>
              {one.label}
            </a>
          </li>
        ))}
      </ul>
      <form className={styles.form} action={path}>
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="From" type="date" name="from" defaultValue={from} required />
        <Field label="To" type="date" name="to" defaultValue={to} required />
        <Button type="submit" tone="plain">
          Show
        </Button>
      </form>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault} These are {instead}.
        </p>
      )}
    </section>
  )
}
