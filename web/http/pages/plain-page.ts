import { inShopName } from '#domain/settings/in-shop-name.ts'
import type { InlineStyle } from '#web/http/files/assets.ts'
import { withInlineStyles } from '#web/http/security-headers.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Words } from '#words/languages.ts'

/** A static page for when there is no time to render one. `again`: seconds until a retry. */
export interface PlainPage {
  status: 429 | 503
  again: number
}

export const BUSY: PlainPage = { status: 503, again: 5 }

/** The page as a response. `styles` are the style sheets of any shop page. */
export function plainPage(
  { status, again }: PlainPage,
  {
    headers,
    styles,
    brandStyle,
    shopName,
    words: { frame, language, 'pages/busy': words },
  }: {
    headers: [string, string][]
    styles: readonly string[]
    /** What the brand changes of the styles. */
    brandStyle: InlineStyle | null
    shopName: string
    words: Words
  },
): Response {
  const [title, text] =
    status === 503 ? [words.busy, words.busyText] : [words.tooManyPages, words.tooManyPagesText]
  const html = `<!doctype html>
<html lang="${language.LANGUAGE}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(inShopName(frame.pageTitle(title), shopName))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}${brandStyle ? `<style>${brandStyle.text}</style>` : ''}
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="">${escapeHtml(words.tryAgain)}</a></p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: [
      ...(brandStyle ? withInlineStyles(headers, [brandStyle.hash]) : headers),
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['retry-after', String(again)],
    ],
  })
}
