import { RATES_BASE } from '#domain/currency.ts'
import { charging } from '#domain/charged-currency.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { BrandFiles } from '#domain/settings/brand/brand-files.ts'
import type { Brand } from '#domain/settings/brand/brand.ts'
import type { Announcement } from '#domain/settings/announcement.ts'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import type { PageHead } from '#web/page.ts'
import { sharingTags } from '#web/search-engines/sharing-tags.ts'
import type { InlineStyle, ScreenAssets } from '#web/http/files/assets.ts'
import type { Words } from '#words/languages.ts'
import { KEEP_EARLY_TAPS } from './early-taps.ts'
import { startCode } from './start-code.ts'
import { VIEW_TRANSITION_HEAD } from './view-transitions.ts'

/**
 * The parts of an HTML page. `body` is the rendered component, `props` are needed to hydrate it. Where `assets` has the
 * text of the styles, their links only tell code that is loaded later not to fetch them.
 */
export interface HtmlDocument {
  words: Words
  screen: string
  head: PageHead
  /** The same page in every language. */
  alternates?: readonly { language: string; path: string }[]
  body: string
  props: unknown
  assets: ScreenAssets
  brand: Brand
  /** What the brand changes of the styles. */
  brandStyle: InlineStyle | null
  /** The files that are drawn for the brand. */
  files: BrandFiles
  shopName: string
  /** What offers the other languages of the shop, as HTML. */
  languageChoice?: string
  /** The bar above the pages of the shop. */
  announcement: Announcement
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
function forOtherSites(
  head: PageHead,
  { publicUrl, shopName, words, files }: Pick<HtmlDocument, 'publicUrl' | 'shopName' | 'words' | 'files'>,
): string {
  return [
    ...sharingTags(head, { publicUrl, shopName, words, card: files.card }).map(
      ({ kind, name, content }) => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`,
    ),
    ...(head.feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(inShopName(words.frame.feed, shopName))}" href="/feed.xml">`,
        ]
      : []),
    ...(head.structured ?? []).map(
      (data) => `<script type="application/ld+json">${embedJson(data)}</script>`,
    ),
  ].join('\n')
}

/** The bar is not part of the component: it is the same on every page, and needs no code in the browser. */
function barOf({ text, link }: Announcement, words: Words['frame']): string {
  if (text === '') return ''
  const escaped = escapeHtml(text)
  const content = link === '' ? escaped : `<a href="${escapeHtml(link)}">${escaped}</a>`
  return `<aside class="announcement" aria-label="${words.announcement}">${content}</aside>\n`
}

/** Staff wait for controls, not for pictures; until the code has loaded, their taps are kept. */
function staffCode(script: string, preloads: readonly string[]): string {
  const links = preloads.map((preload) => `<link rel="modulepreload" href="${preload}">`)
  return [
    `<script>${KEEP_EARLY_TAPS}</script>`,
    ...links,
    `<script type="module" src="${script}"></script>`,
  ].join('\n')
}

function iconLinks({ icon }: BrandFiles): string {
  const [drawing, start] = icon === null ? [FIRST_ICON, '/favicon'] : ['', icon]
  return `${drawing}<link rel="icon" href="${start}-32.png" sizes="32x32" type="image/png">
<link rel="apple-touch-icon" href="${start}-180.png">`
}

const FIRST_ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">\n'

/** Titles end with the name of the shop, which owners can change. */
function titled(title: string, shopName: string, words: Words['frame']): string {
  const end = words.pageTitle('')
  return title.endsWith(end) ? title.slice(0, -words.brand.length) + shopName : title
}

export function htmlDocument({
  words,
  screen,
  head: { title, ...meta },
  alternates = [],
  body,
  props,
  assets,
  brand,
  brandStyle,
  files,
  publicUrl,
  shopName,
  announcement,
  languageChoice = '',
}: HtmlDocument): string {
  // The text about a product is its owner's, and may name anything.
  const description =
    meta.product || meta.ownWords ? meta.description : inShopName(meta.description, shopName)
  const head = { ...meta, description, title: titled(title, shopName, words.frame) }
  const { script, code, styles, inlineStyle, preloads, font } = assets
  const forStaff = screen.startsWith('admin/')
  return `<!doctype html>
<html lang="${words.language.LANGUAGE}">
<head>
<meta charset="utf-8">
${VIEW_TRANSITION_HEAD}
<title>${escapeHtml(head.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(head.description)}">
${head.noindex ? `<meta name="robots" content="${forStaff ? 'noindex' : 'noindex,follow'}">` : `<link rel="canonical" href="${escapeHtml(publicUrl + head.canonical)}">`}${alternates.map(({ language, path }) => `\n<link rel="alternate" hreflang="${language}" href="${escapeHtml(publicUrl + path)}">`).join('')}
${forStaff ? '' : forOtherSites(head, { publicUrl, shopName, words, files })}
<meta name="theme-color" content="${brand.ground.toUpperCase()}">
<link rel="manifest" href="/site.webmanifest">
${iconLinks(files)}
${font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : ''}
${[inlineStyle, brandStyle].map((style) => (style ? `<style>${style.text}</style>` : '')).join('')}
${styles.map((style) => `<link rel="stylesheet" href="${style}"${inlineStyle ? ' disabled' : ''}>`).join('\n')}
${forStaff ? staffCode(script, preloads) : ''}
</head>
<body>
${languageChoice}${forStaff ? '' : barOf(announcement, words.frame)}<div id="page">${body}</div>
<script type="application/json" id="page-data" data-code="${code}"${shopName === words.frame.brand ? '' : ` data-shop="${escapeHtml(shopName)}"`}${charging.currency === RATES_BASE ? '' : ` data-charged="${escapeHtml(JSON.stringify(charging))}"`}>${embedJson(props)}</script>
${forStaff ? '' : startCode(script, preloads)}
</body>
</html>
`
}
