import { useEffect, useRef, type ReactNode } from 'react'
import Bar from '#web/frame/bar.tsx'
import type { FrameProps } from '#web/page.ts'
import styles from './entrance.module.css'

interface EntranceProps {
  frame: FrameProps
  title: string
  /** The screen replaced another one: its title gets the focus, so that screen readers announce it. */
  replaces?: boolean
  children: ReactNode
}

/** The layout of staff pages before sign-in: the bar of the shop, and a panel below. */
export default function Entrance({ frame, title, replaces = false, children }: EntranceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (replaces) heading.current?.focus()
  }, [replaces])
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Bar frame={frame} overPicture={false} />
      <main id="main" tabIndex={-1} className={styles.entrance}>
        <div className={styles.panel}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {children}
          <noscript>
            <p>The staff area needs JavaScript. Turn it on in this browser, then reload the page.</p>
          </noscript>
        </div>
      </main>
    </>
  )
}
