import { useEffect, useState } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { singleKeyOf } from './staff-keys.ts'
import styles from './staff-tools.module.css'

const loadPalette = () => import('./command-palette.tsx')
const loadHelp = () => import('./key-help.tsx')

/** The button of the command palette, and the keys that work on every staff page. The dialogs are loaded on demand. */
export default function StaffTools({ permissions }: { permissions: readonly Permission[] }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)

  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) setOpen('palette')
      }
      const key = singleKeyOf(event)
      if (key === '?') setOpen('help')
      if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('main [role="search"] input[type="search"]')
        if (search) event.preventDefault()
        search?.focus()
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])

  const close = () => setOpen(null)
  const failed = () => {
    close()
    showToast('error', 'This could not be loaded. Please try again.')
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <Icon path={icons.search} />
        <span className={styles.words}>Go to</span>
        <kbd className={styles.keys} aria-hidden="true">
          {hydrated && navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'} K
        </kbd>
      </button>
      {open === 'palette' && (
        <LoadedOnDemand
          wanted
          load={loadPalette}
          onFailure={failed}
          own={{ permissions, onClose: close, onHelp: () => setOpen('help') }}
        />
      )}
      {open === 'help' && (
        <LoadedOnDemand wanted load={loadHelp} onFailure={failed} own={{ onClose: close }} />
      )}
    </>
  )
}
