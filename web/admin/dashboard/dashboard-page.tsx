import StaffFrame from '#web/admin/staff-frame.tsx'
import styles from './dashboard-page.module.css'

export interface DashboardPageProps {
  /** Who is signed in. */
  email: string
}

/** Spec 2, admin dashboard: one tab. */
export default function DashboardPage({ email }: DashboardPageProps) {
  return (
    <StaffFrame email={email} title="Admin Dashboard">
      <div role="tablist" aria-label="Admin Dashboard" className={styles.tabs}>
        <button
          type="button"
          role="tab"
          id="products-tab"
          aria-selected
          aria-controls="products-panel"
          className={styles.tab}
        >
          Products
        </button>
      </div>
      <section role="tabpanel" id="products-panel" aria-labelledby="products-tab" tabIndex={0} />
    </StaffFrame>
  )
}
