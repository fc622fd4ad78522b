import { type FocusEvent, type ReactNode, useEffect, useState } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import AsServed from '#web/as-served.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import Spinner from '#web/ui/spinner.tsx'
import { ToastRegion, showToast } from '#web/ui/toast.tsx'
import { useShopName } from '#web/ui/shop-name.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import styles from './staff-frame.module.css'
import {
  boundedCount,
  firstScreen,
  linksFor,
  STAFF_LINKS,
  type StaffAddress,
  type Waiting,
} from './staff-links.ts'
import StaffTools from './tools/staff-tools.tsx'
import UndoRegion from './undo/undo-region.tsx'
import form from './form.module.css'
import Button from '#web/ui/button.tsx'
import { call, isStillSignedIn } from './call-staff-api.ts'

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

/** Screens whose number counts failures. */
const FAILING: ReadonlySet<string> = new Set(['/admin/connections', '/admin/backups', '/admin/monitoring'])

/** The layout of every staff page: the bar with its links, the title with the signed-in member, and the page. */
export default function StaffFrame({ frame, title, here, children }: Props) {
  const { email, permissions, waiting } = frame
  const shopName = useShopName()
  const checking = useSignInCheck()
  if (checking) return <Spinner label="Checking that you are still signed in" />
  const waits = Object.values(waiting).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <AsServed
            as="a"
            id="brand"
            className={styles.brand}
            href={firstScreen(permissions)}
            aria-label={`${shopName}, staff area`}
          >
            {import.meta.env.SSR && <Wordmark />}
          </AsServed>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only folds itself */}
          <nav
            id="staff-menu"
            popover="auto"
            className={styles.links}
            aria-label="Staff"
            onBlur={foldBehindFocus}
          >
            {withSettingsAsOne(linksFor(permissions)).map(({ href, label, opens = '', covers }) => (
              <a key={href} href={href + opens} aria-current={currentOf(here, href, covers)}>
                {label}
                <Badge counts={covers.map((one) => [one, waiting[one] ?? 0])} />
              </a>
            ))}
            <a href="/shop">Shop</a>
          </nav>
          <StaffTools permissions={permissions} />
          <button type="button" className={styles.menu} popoverTarget="staff-menu">
            <Icon path={icons.menu} />
            Menu
            {waits > 0 && (
              <span className={styles.waiting}>
                {boundedCount(waits)} <span className="visually-hidden">waiting</span>
              </span>
            )}
          </button>
        </div>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <span className={styles.email}>{email}</span>
          <LogoutButton />
        </div>
        {isSetting(here) && (
          <nav className={styles.sections} aria-label="Settings">
            {linksFor(permissions)
              .filter(({ href }) => isSetting(href))
              .map(({ href, label }) => (
                <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
                  {label}
                  <Badge counts={[[href, waiting[href] ?? 0]]} />
                </a>
              ))}
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <UndoRegion />
      <ToastRegion className={styles.toasts} />
    </>
  )
}

type Link = ReturnType<typeof linksFor>[number]

/** The links of the bar: all settings are one, which leads to the first that the role allows. */
function withSettingsAsOne(links: readonly Link[]): (Link & { covers: StaffAddress[] })[] {
  const settings = links.filter(({ href }) => isSetting(href))
  return links.flatMap((link) => {
    if (!isSetting(link.href)) return [{ ...link, covers: [link.href] }]
    return link === settings[0]
      ? [
          {
            ...link,
            label: settings.length > 1 ? 'Settings' : link.label,
            covers: settings.map(({ href }) => href),
          },
        ]
      : []
  })
}

function isSetting(here: StaffAddress | null): boolean {
  return STAFF_LINKS.some((link) => link.href === here && 'isSetting' in link)
}

function currentOf(here: StaffAddress | null, href: StaffAddress, covers: readonly StaffAddress[]) {
  if (here === href) return 'page'
  return here !== null && covers.includes(here) ? 'true' : undefined
}

/** How much waits on the screens behind a link. */
function Badge({ counts }: { counts: readonly (readonly [StaffAddress, number])[] }) {
  const count = counts.reduce((sum, [, one]) => sum + one, 0)
  if (count === 0) return null
  const isFailing = counts.some(([href, one]) => one > 0 && FAILING.has(href))
  return (
    <span className={styles.waiting}>
      {boundedCount(count)} <span className="visually-hidden">{isFailing ? 'failing' : 'waiting'}</span>
    </span>
  )
}

/** The open menu would cover what gets the focus next. */
function foldBehindFocus({ currentTarget: menu, relatedTarget }: FocusEvent<HTMLElement>) {
  const isLeft = relatedTarget !== null && !menu.contains(relatedTarget as Node)
  if (isLeft && menu.matches(':popover-open')) menu.hidePopover()
}

function LogoutButton() {
  const [leaving, setLeaving] = useState(false)

  async function logOut() {
    setLeaving(true)
    const answer = await call('POST /api/staff/sign-out')
    if (answer.kind === 'done') return window.location.assign('/admin')
    setLeaving(false)
    showToast('error', 'Failed to log out')
  }

  return (
    <Button tone="plain" className={form.small} disabled={leaving} onClick={() => void logOut()}>
      Logout
    </Button>
  )
}

/**
 * The server sends staff pages to staff only, but a page from the back/forward cache may be older than the sign-out.
 * True while that is being checked; a signed-out user is redirected to the login.
 */
function useSignInCheck(): boolean {
  const [checking, setChecking] = useState(false)
  useEffect(() => {
    async function check(event: PageTransitionEvent) {
      if (!event.persisted) return
      setChecking(true)
      if ((await isStillSignedIn()) === false) window.location.replace('/admin')
      else setChecking(false)
    }
    const listener = (event: PageTransitionEvent) => void check(event)
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
  return checking
}
