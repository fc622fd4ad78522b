import { escapeHtml } from '#domain/escape-html.ts'
import { ORDER_NUMBERS_IN_TEXT } from '#domain/orders/order.ts'
import type { BrandColors } from '#domain/settings/brand/palette.ts'
import type { Words } from '#words/languages.ts'
import { blocksHtml, blocksText, type MailBlock } from './mail-blocks.ts'
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
  /** What mail programs show beside the subject. */
  preview?: string
  /** The parts of a newsletter, after the paragraphs. */
  blocks?: readonly MailBlock[]
  /** What was bought, with its picture. */
  lines?: MailLine[]
  /** Sums, which the HTML form aligns. */
  sums?: [string, string][]
  /** The main link. */
  link?: { label: string; address: string }
  /** The unsubscribe link in the footer. */
  unsubscribeLink?: { label: string; address: string }
  /** The postal address of the shop, before the unsubscribe link. */
  postalAddress?: string
}

/** What every mail says about the shop. */
export interface MailSender {
  /** Drawn at the top of the HTML form. */
  logo: string
  /** The lines at the end. */
  footer: string
  colors: BrandColors
  /** The address of the wordmark, in place of the logo; null: none. */
  picture: string | null
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
  const { blocks = [], postalAddress = '' } = body
  const parts = [heading, ...paragraphs, blocksText(blocks), action, list, footer, postalAddress, exit]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** The same content as HTML. Text that users typed is escaped. */
export function mailHtml(
  { heading, paragraphs, link, unsubscribeLink, ...body }: MailBody,
  { logo, footer, colors, picture }: MailSender,
  words: Words,
): string {
  const trackingLink = words['mails/orders'].tracking.link
  return mailLayout({
    language: words.language.LANGUAGE,
    heading: proseHtml(heading),
    preview: escapeHtml(body.preview ?? ''),
    paragraphs: paragraphs.map(proseHtml),
    content: blocksHtml(body.blocks ?? [], colors),
    rows: body.facts.map((row) => escapedRow(row, trackingLink)),
    lines: (body.lines ?? []).map(({ name, amount, picture }) => ({
      ...escapedRow([name, amount]),
      picture: picture === null ? null : escapeHtml(picture),
    })),
    sums: (body.sums ?? []).map((row) => escapedRow(row)),
    action: link && escapedLink(link),
    logo: logoHtml(escapeHtml(logo), picture),
    sender: [footer, body.postalAddress ?? '']
      .filter(Boolean)
      .map((text) => escapeHtml(text).replaceAll('\n', '<br>'))
      .join('<br>'),
    unsubscribeLink: unsubscribeLink && escapedLink(unsubscribeLink),
    colors,
  })
}

/** Twice as many pixels as it takes, for sharp screens. */
function logoHtml(logo: string, picture: string | null): string {
  if (picture === null) return logo
  return `<img src="${escapeHtml(picture)}" alt="${logo}" height="48" style="display:block;border:0;height:48px;max-width:100%">`
}

/** The number of an order is not broken at its hyphens, which a narrow screen would do. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(ORDER_NUMBERS_IN_TEXT, '<span style="white-space:nowrap">$&</span>')
}

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
