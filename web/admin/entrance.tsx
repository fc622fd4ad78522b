import { useEffect, useRef, type ReactNode } from 'react'
import styles from './entrance.module.css'

interface EntranceProps {
  title: string
  /** The screen took the place of another one: its title takes the focus, and so is read out. */
  replaces?: boolean
  children: ReactNode
}

/** The frame of the staff pages that stand before the door. */
export default function Entrance({ title, replaces = false, children }: EntranceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (replaces) heading.current?.focus()
  }, [replaces])
  return (
    <main id="main" className={styles.entrance}>
      <div className={styles.panel}>
        <a className={styles.mark} href="/">
          Redemption
        </a>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
        <noscript>
          <p>The staff area needs JavaScript. Turn it on in this browser, then load the page again.</p>
        </noscript>
      </div>
    </main>
  )
}
