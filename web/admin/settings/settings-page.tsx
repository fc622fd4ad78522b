import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import styles from '#web/admin/document/document.module.css'

export interface SettingsPageProps {
  frame: StaffFrameProps
  /** `changed`: when and by whom; blank while nothing was saved. */
  settings: { href: string; label: string; what: string; changed: string }[]
}

/** Everything that owners set, each on its own screen. */
export default function SettingsPage({ frame, settings }: SettingsPageProps) {
  return (
    <StaffFrame frame={frame} title="Settings" here="/admin/settings">
      <ul className={styles.settings}>
        {settings.map(({ href, label, what, changed }) => (
          <li key={href} className={styles.setting}>
            <h2 className={styles.label}>
              <a href={href}>{label}</a>
            </h2>
            <p>{what}</p>
            {changed !== '' && <p className={styles.quiet}>{changed}</p>}
          </li>
        ))}
      </ul>
    </StaffFrame>
  )
}
