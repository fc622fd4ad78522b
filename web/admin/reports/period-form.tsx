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
    </nav>
  )
}

/** Which days the figures are of. It works without script. */
export default function PeriodForm({ choice, report }: Props) {
  const { from, to, fault, common } = choice
  return (
    <section className={styles.period} aria-label="Period">
      <ul className={styles.common}>
        {common.map((one) => (
          <li key={one.label}>
            <a href={figuresAddress(report, one)} aria-current={one.isCurrent ? 'true' : undefined}>
              {one.label}
            </a>
          </li>
        ))}
      </ul>
      <form className={styles.form} action={pathOf(report)}>
        {report !== null && <input type="hidden" name="report" value={report} />}
        <Field label="From" type="date" name="from" defaultValue={from} required />
        <Field label="To" type="date" name="to" defaultValue={to} required />
        <Button type="submit" tone="plain">
          Show
        </Button>
      </form>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault} These are the figures of the last 30 days.
        </p>
      )}
    </section>
  )
}
