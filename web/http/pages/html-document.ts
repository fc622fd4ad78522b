import { escapeHtml } from '#domain/escape-html.ts'
import type { PageHead } from '#web/page.ts'
import { sharingTags } from '#web/search-engines/sharing-tags.ts'
import type { ScreenAssets } from '#web/http/files/assets.ts'
import { feed } from '#words/frame.ts'
import { LANGUAGE } from '#words/language.ts'
import { VIEW_TRANSITION_HEAD } from './view-transitions.ts'

/** The parts of an HTML page. `body` is the rendered component, `props` are needed to hydrate it. */
export interface HtmlDocument {
  screen: string
  head: PageHead
  body: string
  props: unknown
  assets: ScreenAssets
  publicUrl: string
}

/** JSON escaped so that it cannot end its script element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

/** Metadata for search engines and link previews; never executed. */
function forOtherSites(head: PageHead, publicUrl: string): string {
  return [
    ...sharingTags(head, publicUrl).map(
      ({ kind, name, content }) => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`,
    ),
    ...(head.feed
      ? [`<link rel="alternate" type="application/rss+xml" title="${escapeHtml(feed)}" href="/feed.xml">`]
      : []),
    ...(head.structured ?? []).map(
      (data) => `<script type="application/ld+json">${embedJson(data)}</script>`,
    ),
  ].join('\n')
}

export function htmlDocument({ screen, head, body, props, assets, publicUrl }: HtmlDocument): string {
  const { script, code, styles, preloads, font } = assets
  const forStaff = screen.startsWith('admin/')
  return `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
${VIEW_TRANSITION_HEAD}
<title>${escapeHtml(head.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(head.description)}">
${head.noindex ? `<meta name="robots" content="${forStaff ? 'noindex' : 'noindex,follow'}">` : `<link rel="canonical" href="${escapeHtml(publicUrl + head.canonical)}">`}
${forStaff ? '' : forOtherSites(head, publicUrl)}
<meta name="theme-color" content="#F4F1EA">
<link rel="manifest" href="/site.webmanifest">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon-32.png" sizes="32x32" type="image/png">
<link rel="apple-touch-icon" href="/favicon-180.png">
${font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : ''}
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
${preloads.map((preload) => `<link rel="modulepreload" href="${preload}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<div id="page">${body}</div>
<script type="application/json" id="page-data" data-code="${code}">${embedJson(props)}</script>
</body>
</html>
`
}
