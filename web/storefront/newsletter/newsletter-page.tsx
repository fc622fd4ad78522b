import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import styles from './newsletter-page.module.css'

export interface NewsletterPageProps {
  frame: FrameProps
  heading: string
  text: string
  /** The action that the reader can take. Opening the link changes nothing: mail scanners open links too. */
  action?: { address: string; label: string; tone: 'red' | 'ink' }
  next: { href: string; label: string }
}

/** The target of the links in newsletter mails, and of the newsletter box without JavaScript. */
export default function NewsletterPage({ frame, heading, text, action, next }: NewsletterPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={styles.newsletter}>
        <h1 className={styles.heading}>{heading}</h1>
        <p>{text}</p>
        <div className={styles.ways}>
          {action && (
            <form method="post" action={action.address}>
              <Button type="submit" tone={action.tone}>
                {action.label}
              </Button>
            </form>
          )}
          <LinkButton href={next.href} tone={action ? 'plain' : 'ink'}>
            {next.label}
          </LinkButton>
        </div>
      </div>
    </PageFrame>
  )
}
