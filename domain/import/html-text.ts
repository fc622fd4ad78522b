import { escapeHtml } from '#domain/escape-html.ts'

/** What `htmlOfText` makes: it is read back exactly, with every space. */
const OF_TEXT = /^(?:<p>(?:[^<>&\n]|<br>|&(?:amp|lt|gt|quot|#39);)*<\/p>)+$/
const ESCAPED = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** A text as HTML: paragraphs and lines. */
export function htmlOfText(text: string): string {
  if (text === '') return ''
  const paragraphs = text.split('\n\n').map((one) => escapeHtml(one).replaceAll('\n', '<br>'))
  return `<p>${paragraphs.join('</p><p>')}</p>`
}

/** The text of what `htmlOfText` made; null for any other HTML. */
export function textOfOwnHtml(html: string): string | null {
  if (!OF_TEXT.test(html)) return null
  return html
    .slice('<p>'.length, -'</p>'.length)
    .replaceAll('</p><p>', '\n\n')
    .replaceAll('<br>', '\n')
    .replaceAll(/&[^;]+;/g, (escaped) => ESCAPED[escaped as keyof typeof ESCAPED])
}
