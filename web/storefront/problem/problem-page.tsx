import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './problem-page.module.css'

export interface ProblemPageProps {
  frame: FrameProps
  kind: 'not-found' | 'product-not-found' | 'failed' | 'unavailable'
}

export default function ProblemPage({ frame, kind }: ProblemPageProps) {
  const words = useWords('pages/problem')
  const { heading, text, link } = words.problems[kind]
  return (
    <PageFrame {...frame}>
      <div className={styles.problem}>
        <h1 className={styles.heading}>{heading}</h1>
        <p>{text}</p>
        <LinkButton href="/shop">{link}</LinkButton>
      </div>
    </PageFrame>
  )
}
