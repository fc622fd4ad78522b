import { escapeHtml } from '#domain/escape-html.ts'
import type { BrandColors } from '#domain/settings/brand/palette.ts'
import type { Words } from '#words/languages.ts'
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

/** What every mail says about the shop. */
export interface MailSender {
  /** Drawn at the top of the HTML form. */
  logo: string
  /** The lines at the end. */
  footer: string
  colors: BrandColors
}

/** The plain text of a mail. */
export function mailText(
  { heading, paragraphs, link, unsubscribeLink, ...body }: MailBody,
  { footer }: MailSender,
  all: Words,
): string {
  const words = all['mails/layout']
  const bought = (body.lines ?? []).map(({ name, amount }): [string, string] => [name, amount])
  const rows = [...bought, ...(body.sums ?? []), ...body.facts]
  const list = rows.map(([label, value]) => words.labelled(label, value)).join('\n')
  const action = link ? words.labelled(link.label, link.address) : ''
  const exit = unsubscribeLink ? words.labelled(unsubscribeLink.label, unsubscribeLink.address) : ''
  return `${[heading, ...paragraphs, action, list, footer, exit].filter(Boolean).join('\n\n')}\n`
}

/** The same content as HTML. Text that users typed is escaped. */
export function mailHtml(
  { heading, paragraphs, link, unsubscribeLink, ...body }: MailBody,
  { logo, footer, colors }: MailSender,
  words: Words,
): string {
  const trackingLink = words['mails/orders'].tracking.link
  return mailLayout({
    language: words.language.LANGUAGE,
    heading: proseHtml(heading),
    paragraphs: paragraphs.map(proseHtml),
    rows: body.facts.map((row) => escapedRow(row, trackingLink)),
    lines: (body.lines ?? []).map(({ name, amount, picture }) => ({
      ...escapedRow([name, amount]),
      picture: picture === null ? null : escapeHtml(picture),
    })),
    sums: (body.sums ?? []).map((row) => escapedRow(row)),
    action: link && escapedLink(link),
    logo: escapeHtml(logo),
    sender: escapeHtml(footer).replaceAll('\n', '<br>'),
    unsubscribeLink: unsubscribeLink && escapedLink(unsubscribeLink),
    colors,
  })
}

/** The number of an order is not broken at its hyphens, which a narrow screen would do. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(ORDER_NUMBERS, '<span style="white-space:nowrap">$&</span>')
}

const ORDER_NUMBERS = /(?<![\w/-])R-[0-9A-Z]{4}-[0-9A-Z]{4}(?![\w-])/g

function escapedRow([label, value]: [string, string], linked?: string): MailRow {
  const text = escapeHtml(value)
  const isLink = label === linked && /^https?:\/\//.test(value)
  return {
    label: escapeHtml(label),
    value: isLink ? `<a href="${text}" style="color:inherit">${text}</a>` : text,
  }
}

function escapedLink({ label, address }: { label: string; address: string }) {
  return { label: escapeHtml(label), address: escapeHtml(address) }
}
