import { inShopName } from '#domain/settings/in-shop-name.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import * as frameWords from '#words/en/frame.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/pages/busy.ts'

/** A static page for when there is no time to render one. `again`: seconds until a retry. */
export interface PlainPage {
  status: 429 | 503
  title: string
  text: string
  again: number
}

export const BUSY: PlainPage = {
  status: 503,
  title: words.busy,
  text: words.busyText,
  again: 5,
}

export function tooManyPages(again: number): PlainPage {
  return {
    status: 429,
    title: words.tooManyPages,
    text: words.tooManyPagesText,
    again,
  }
}

/** The page as a response. `styles` are the style sheets of any shop page. */
export function plainPage(
  { status, title, text, again }: PlainPage,
  { headers, styles, shopName }: { headers: [string, string][]; styles: readonly string[]; shopName: string },
): Response {
  const html = `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(inShopName(frameWords.pageTitle(title), shopName))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
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
      ...headers,
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['retry-after', String(again)],
    ],
  })
}
