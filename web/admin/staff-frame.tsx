import type { ReactNode } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import Spinner from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import LogoutButton from './logout-button.tsx'
import styles from './staff-frame.module.css'
import { linksFor, type StaffAddress, type Waiting } from './staff-links.ts'
import { useSignInCheck } from './use-sign-in-check.ts'

/** What the header shows on every page: staff-frame.server.ts. */
export interface StaffFrameProps {
  /** Who is signed in, and what their role allows. */
  email: string
  permissions: readonly Permission[]
  waiting: Waiting
}

interface Props {
  frame: StaffFrameProps
  title: string
  /** Which of the header's links this page belongs to; null for a page of none. */
  here: StaffAddress | null
  children: ReactNode
}

/** What every page behind the door has: the header with who is signed in, and the way out. */
export default function StaffFrame({ frame, title, here, children }: Props) {
  const { email, permissions, waiting } = frame
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
          {linksFor(permissions).map(({ href, label }) => (
            <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
              {label}
              {waiting[href] ? (
                <span className={styles.waiting}>
                  {waiting[href]} <span className="visually-hidden">waiting</span>
                </span>
              ) : null}
            </a>
          ))}
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
