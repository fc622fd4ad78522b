import type { ReactNode } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import Spinner from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import LogoutButton from './logout-button.tsx'
import styles from './staff-frame.module.css'
import { linksFor, type StaffAddress, type Waiting } from './staff-links.ts'
import { useSignInCheck } from './use-sign-in-check.ts'

/** The header props of every page: staff-frame.server.ts. */
export interface StaffFrameProps {
  /** The signed-in member, and what their role allows. */
  email: string
  permissions: readonly Permission[]
  waiting: Waiting
}

interface Props {
  frame: StaffFrameProps
  title: string
  /** The current header link; null for a page that has none. */
  here: StaffAddress | null
  children: ReactNode
}

/** The layout of every staff page: the header with the signed-in member and the sign-out button. */
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
                  {waiting[href]}{' '}
                  <span className="visually-hidden">
                    {href === '/admin/connections' ? 'failing' : 'waiting'}
                  </span>
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
