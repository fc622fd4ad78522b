import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import styles from './problem-page.module.css'

export interface ProblemPageProps {
  frame: FrameProps
  kind: 'not-found' | 'product-not-found' | 'failed' | 'unavailable'
}

const WORDS: Record<ProblemPageProps['kind'], { heading: string; text: string; link: string }> = {
  'not-found': {
    heading: 'Page not found.',
    text: 'There is nothing at this address. It may have moved, or the link may be wrong.',
    link: 'Shop our products',
  },
  'product-not-found': {
    heading: 'Product not found.',
    text: 'It may be sold out for good, or the link may be wrong.',
    link: 'Back to the shop',
  },
  failed: {
    heading: 'Something went wrong.',
    text: 'The mistake is ours. Your cart is safe in this browser. Please try again in a moment.',
    link: 'Back to the shop',
  },
  unavailable: {
    heading: 'Back in a moment.',
    text: 'The shop cannot answer right now. Your cart is safe in this browser, and nothing was charged.',
    link: 'Try the shop again',
  },
}

export default function ProblemPage({ frame, kind }: ProblemPageProps) {
  const { heading, text, link } = WORDS[kind]
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
