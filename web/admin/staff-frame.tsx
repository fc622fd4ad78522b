import type { ReactNode } from 'react'
import Spinner from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import LogoutButton from './logout-button.tsx'
import styles from './staff-frame.module.css'
import { useSignInCheck } from './use-sign-in-check.ts'

interface StaffFrameProps {
  /** Who is signed in. */
  email: string
  title: string
  children: ReactNode
}

/** What every page behind the door has: the header with who is signed in, and the way out. */
export default function StaffFrame({ email, title, children }: StaffFrameProps) {
  const checking = useSignInCheck()
  if (checking) return <Spinner label="Checking that you are still signed in" />
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <nav className={styles.links} aria-label="Staff">
          <a href="/admin/dashboard" aria-current={title === 'Admin Dashboard' ? 'page' : undefined}>
            Dashboard
          </a>
          <a href="/admin/account" aria-current={title === 'Account' ? 'page' : undefined}>
            Account
          </a>
          <a href="/shop">Shop</a>
        </nav>
        <div className={styles.who}>
          <span className={styles.email}>{email}</span>
          <div className={styles.out}>
            <LogoutButton />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <ToastRegion />
    </>
  )
}
