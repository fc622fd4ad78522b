import { escapeHtml } from '#domain/escape-html.ts'
import { mailLayout, type MailRow } from './mail-layout.ts'

/** What a mail says, once for its text and its HTML form. A fact is a label and its value. */
export interface MailBody {
  heading: string
  paragraphs: string[]
  facts: [string, string][]
  /** The one thing to do. */
  link?: { label: string; address: string }
  /** How to hear no more of this, at the foot. */
  wayOut?: { label: string; address: string }
}

const SENDER = 'Redemption, Saskatoon'

/** The plain text of a mail. */
export function mailText({ heading, paragraphs, facts, link, wayOut }: MailBody): string {
  const list = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const action = link ? `${link.label}: ${link.address}` : ''
  const exit = wayOut ? `${wayOut.label}: ${wayOut.address}` : ''
  return `${[heading, ...paragraphs, action, list, SENDER, exit].filter(Boolean).join('\n\n')}\n`
}

/** The same as HTML. Everything that people typed is escaped. */
export function mailHtml({ heading, paragraphs, facts, link, wayOut }: MailBody): string {
  const rows: MailRow[] = facts.map(([label, value]) => ({
    label: escapeHtml(label),
    value: escapeHtml(value),
  }))
  return mailLayout({
    heading: escapeHtml(heading),
    paragraphs: paragraphs.map(escapeHtml),
    rows,
    action: link && { label: escapeHtml(link.label), address: escapeHtml(link.address) },
    sender: SENDER,
    wayOut: wayOut && { label: escapeHtml(wayOut.label), address: escapeHtml(wayOut.address) },
  })
}
