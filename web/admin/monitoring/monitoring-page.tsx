import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import type { MonitoringView } from '#web/views/monitoring/monitoring-view.ts'
import Plot from './plot.tsx'
import styles from './monitoring-page.module.css'

export interface MonitoringPageProps {
  frame: StaffFrameProps
  view: MonitoringView
}

/** What needs a person, and how the shop ran during the last day. */
export default function MonitoringPage({ frame, view }: MonitoringPageProps) {
  const { problems, plots, isEmpty } = view
  return (
    <StaffFrame frame={frame} title="Monitoring" here="/admin/monitoring">
      {problems.length === 0 ? (
        <p className={styles.well}>
          Everything works. You’ll get an email when something needs your attention.
        </p>
      ) : (
        <ul className={styles.problems}>
          {problems.map(({ id, title, state, next, link }) => (
            <li key={id}>
              <Notice>
                <h2>{title}</h2>
                <p className={styles.state}>{state}</p>
                <p>{next}</p>
                {link !== null && (
                  <p>
                    <a href={link.href}>{link.label}</a>
                  </p>
                )}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="last-day">
        <h2 id="last-day">The last 24 hours</h2>
        {isEmpty ? (
          <p className={styles.quiet}>The first measurements appear a minute after the shop starts.</p>
        ) : (
          <div className={styles.plots}>
            {plots.map((plot) => (
              <Plot key={plot.id} plot={plot} />
            ))}
          </div>
        )}
      </section>
    </StaffFrame>
  )
}
