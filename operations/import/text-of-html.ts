import { Parser } from 'htmlparser2'
import { textOfOwnHtml } from '#domain/import/html-text.ts'

/** What no reader of a page sees. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'head', 'svg'])
const BLOCKS = new Set('p div ul ol table blockquote section article h1 h2 h3 h4 h5 h6'.split(' '))
const LINES = new Set(['br', 'tr', 'li', 'hr', 'dt', 'dd'])

/** Of more, which no product may have, the parser takes seconds: it stays as it is, and is refused. */
const MAX_HTML_LENGTH = 200_000

/** The text of a description in HTML, with its paragraphs, lines and lists. A plain text stays as it is. */
export function textOfHtml(html: string): string {
  if (html.length > MAX_HTML_LENGTH || !/<[a-z!/]|&[a-z#]/i.test(html)) return html.trim()
  const own = textOfOwnHtml(html)
  if (own !== null) return own
  let text = ''
  let unseen = 0
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen += 1
      else if (BLOCKS.has(name)) text += '\n\n'
      else if (LINES.has(name)) text += name === 'li' ? '\n- ' : '\n'
      else if (name === 'td' || name === 'th') text += ' '
    },
    ontext(words) {
      if (unseen === 0) text += words.replaceAll(/[\s\u00a0]+/g, ' ')
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1
      else if (BLOCKS.has(name)) text += '\n\n'
    },
  })
  parser.end(html)
  return text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n-\n+/g, '\n- ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
