import { isDarkGround, paletteOf, type BrandColors, type Palette } from '#domain/settings/brand/palette.ts'

/** One fact of a mail, as HTML. */
export interface MailRow {
  label: string
  value: string
}

/** A line of an order, as HTML. `picture`: an address of the shop's image store. */
export interface MailLineRow extends MailRow {
  picture: string | null
}

interface MailLink {
  label: string
  address: string
}

/** The parts of a mail, escaped already. */
export interface MailParts {
  /** An IETF tag. */
  language: string
  /** Empty: the content begins with one. */
  heading: string
  /** Shown by mail programs beside the subject, and not in the mail. */
  preview: string
  paragraphs: string[]
  /** Further parts after the paragraphs. */
  content: string
  rows: MailRow[]
  lines: MailLineRow[]
  sums: MailRow[]
  action: MailLink | undefined
  logo: string
  sender: string
  unsubscribeLink: MailLink | undefined
  colors: BrandColors
}

/**
 * The layout of every mail: dark text on an off-white background, thin rules, at most 600 pixels wide. Only the
 * pictures of what was bought are loaded, from addresses that do not identify the reader. It uses tables and inline
 * styles because mail programs support little else; the classes switch the colours for readers who prefer a dark
 * scheme.
 */
export function mailLayout({
  language,
  heading,
  preview,
  paragraphs,
  content,
  rows,
  lines,
  sums,
  action,
  logo,
  sender,
  unsubscribeLink,
  colors,
}: MailParts): string {
  const palette = paletteOf(colors)
  const { bone, ink, quiet, rule } = palette
  const dark = isDarkGround(colors)
    ? palette
    : { bone: ink, ink: bone, quiet: palette['quiet-on-deep'], rule: palette['rule-on-ink'] }
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading || preview}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.bone} !important; color: ${dark.ink} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .rule { border-color: ${dark.rule} !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${bone};color:${ink}">
${preview === '' ? '' : hidden(preview)}<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${bone};border-collapse:collapse">
<tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;border-collapse:collapse">
<tr><td class="ink rule" style="padding:0 0 16px;border-bottom:1px solid ${ink};${MAIL_DISPLAY};font-size:20px;letter-spacing:.08em;color:${ink}">${logo}</td></tr>
<tr><td class="ink" style="padding:32px 0 0;${MAIL_TEXT};color:${ink};word-break:break-word">
${heading === '' ? '' : `<h1 class="ink" style="margin:0 0 16px;${MAIL_DISPLAY};font-size:26px;line-height:1.15;color:${ink}">${heading}</h1>`}
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${paragraph}</p>`).join('\n')}
${content}${action ? button(action, palette) : ''}
</td></tr>
${lines.length + sums.length > 0 ? account(lines, sums, palette) : ''}
${rows.length > 0 ? facts(rows, palette) : ''}
<tr><td class="quiet rule" style="padding:24px 0 0;border-top:1px solid ${rule};${SMALL};color:${quiet}">${sender}${unsubscribeLink ? exit(unsubscribeLink, palette) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

/** The type of the text of a mail. */
export const MAIL_TEXT = 'font:400 16px/1.5 Helvetica,Arial,sans-serif'
const SMALL = 'font:400 14px/1.5 Helvetica,Arial,sans-serif'
/** The type of its headings. */
export const MAIL_DISPLAY = 'font-family:Arial Black,Helvetica,Arial,sans-serif;font-weight:900'

function button({ label, address }: MailLink, { red, paper }: Palette): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td style="background:${red};padding:14px 24px"><a href="${address}" style="${MAIL_TEXT};font-weight:700;color:${paper};text-decoration:none">${label}</a></td></tr></table>`
}

function facts(rows: MailRow[], { ink, quiet, rule }: Palette): string {
  const cell = `padding:10px 0;border-top:1px solid ${rule};text-align:left;vertical-align:top;word-break:break-word`
  const lines = rows.map(
    ({ label, value }) =>
      `<tr><th scope="row" class="quiet rule" width="40%" style="${cell};padding-right:16px;font-weight:400;color:${quiet}">${label}</th><td class="ink rule" style="${cell};color:${ink}">${value}</td></tr>`,
  )
  return `<tr><td style="padding:8px 0 24px"><table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;${MAIL_TEXT}">${lines.join('\n')}</table></td></tr>`
}

/** What was bought and the sums, in one table, so that all amounts end at one edge. */
function account(lines: MailLineRow[], sums: MailRow[], { ink, rule }: Palette): string {
  const cell = `padding:10px 0;border-top:1px solid ${rule};vertical-align:middle;color:${ink}`
  const amount = (value: string, weight: string) =>
    `<td class="ink rule" align="right" style="${cell};padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums${weight}">${value}</td>`
  const pictured = (picture: string | null) =>
    picture === null
      ? ''
      : `<img src="${picture}" alt="" width="64" height="80" style="display:block;border:0">`
  const bought = lines.map(
    ({ label, value, picture }) =>
      `<tr><td class="rule" width="80" style="${cell}">${pictured(picture)}</td><th scope="row" class="ink rule" style="${cell};text-align:left;font-weight:700;word-break:break-word">${label}</th>${amount(value, '')}</tr>`,
  )
  const totals = sums.map(({ label, value }, position) => {
    const weight = position === sums.length - 1 ? ';font-weight:700' : ''
    return `<tr><th scope="row" colspan="2" class="ink rule" style="${cell};text-align:left;font-weight:400${weight}">${label}</th>${amount(value, weight)}</tr>`
  })
  return `<tr><td style="padding:8px 0 24px"><table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;${MAIL_TEXT}">${[...bought, ...totals].join('\n')}</table></td></tr>`
}

function exit({ label, address }: MailLink, { quiet }: Palette): string {
  return `<br><a href="${address}" class="quiet" style="color:${quiet};text-decoration:underline">${label}</a>`
}

/** Followed by spaces, so that no mail program shows the beginning of the mail after it. */
function hidden(preview: string): string {
  return `<div style="display:none;max-height:0;overflow:hidden">${preview}${'&#8199;&#847; '.repeat(40)}</div>\n`
}
