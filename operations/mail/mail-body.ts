import { escapeHtml } from '#domain/escape-html.ts'
import * as words from '#words/mails/layout.ts'
import { mailLayout, type MailRow } from './mail-layout.ts'

/** A line of an order in a mail. `picture`: the address of a small one. */
export interface MailLine {
  name: string
  amount: string
  picture: string | null
}

/** The content of a mail, for both its text and its HTML form. A fact is a label and its value. */
export interface MailBody {
  heading: string
  paragraphs: string[]
  facts: [string, string][]
  /** What was bought, with its picture. */
  lines?: MailLine[]
  /** Sums, which the HTML form aligns. */
  sums?: [string, string][]
  /** The main link. */
  link?: { label: string; address: string }
  /** The unsubscribe link in the footer. */
  unsubscribeLink?: { label: string; address: string }
}

/** The plain text of a mail. */
export function mailText({
  heading,
  paragraphs,
  facts,
  lines = [],
  sums = [],
  link,
  unsubscribeLink,
}: MailBody): string {
  const bought = lines.map(({ name, amount }): [string, string] => [name, amount])
  const list = [...bought, ...sums, ...facts].map(([label, value]) => words.labelled(label, value)).join('\n')
  const action = link ? words.labelled(link.label, link.address) : ''
  const exit = unsubscribeLink ? words.labelled(unsubscribeLink.label, unsubscribeLink.address) : ''
  return `${[heading, ...paragraphs, action, list, words.sender, exit].filter(Boolean).join('\n\n')}\n`
}

/** The same content as HTML. Text that users typed is escaped. */
export function mailHtml({
  heading,
  paragraphs,
  facts,
  lines = [],
  sums = [],
  link,
  unsubscribeLink,
}: MailBody): string {
  const rows: MailRow[] = facts.map(([label, value]) => ({
    label: escapeHtml(label),
    value: escapeHtml(value),
  }))
  return mailLayout({
    heading: escapeHtml(heading),
    paragraphs: paragraphs.map(escapeHtml),
    rows,
    lines: lines.map(({ name, amount, picture }) => ({
      label: escapeHtml(name),
      value: escapeHtml(amount),
      picture: picture === null ? null : escapeHtml(picture),
    })),
    sums: sums.map(([label, value]) => ({ label: escapeHtml(label), value: escapeHtml(value) })),
    action: link && { label: escapeHtml(link.label), address: escapeHtml(link.address) },
    sender: escapeHtml(words.sender),
    unsubscribeLink: unsubscribeLink && {
      label: escapeHtml(unsubscribeLink.label),
      address: escapeHtml(unsubscribeLink.address),
    },
  })
}
