import settings from '#web/admin/document/document.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'

export interface SizeChartsPageProps {
  frame: StaffFrameProps
  /** One for each category, in the order of the shop. `changed`: when and by whom; blank while there is no chart. */
  charts: { href: string; label: string; measurements: string[]; changed: string }[]
}

/** The size charts of all categories, each on a separate screen. */
export default function SizeChartsPage({ frame, charts }: SizeChartsPageProps) {
  return (
    <StaffFrame frame={frame} title="Size charts" here="/admin/size-charts">
      <p className={settings.lead}>
        A chart for each category, on the page of each of its products. A category without measurements says
        that its chart is coming soon.
      </p>
      <ul className={settings.settings}>
        {charts.map(({ href, label, measurements, changed }) => (
          <li key={href} className={settings.setting}>
            <h2 className={settings.label}>
              <a href={href}>{label}</a>
            </h2>
            <p>{measurements.join(', ') || 'No measurements yet.'}</p>
            {changed !== '' && <p className={settings.quiet}>{changed}</p>}
          </li>
        ))}
      </ul>
    </StaffFrame>
  )
}
