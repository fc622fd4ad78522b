import * as v from 'valibot'
import * as words from '#words/en/frame.ts'
import { STORY } from './page.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine, settingLink } from './setting-text.ts'

/** A link of a menu: its words, and a page of this shop or a whole web address. */
export interface MenuLink {
  label: string
  href: string
}

/** The links in the bar and in the footer, in their order. */
export interface Menus {
  header: readonly MenuLink[]
  footer: readonly MenuLink[]
}

/** A list of links as owners enter them. */
export function settingLinks(most: number) {
  const link = v.object({
    label: requiredSettingLine(40, 'Enter the words of the link.'),
    href: v.pipe(settingLink, v.minLength(1, 'Enter where the link leads.')),
  })
  return v.pipe(v.array(link), v.maxLength(most, `Keep to ${most} links.`))
}

/** The menus as a setting: those of the specification until an owner changes them. */
export const MENUS: Setting<Menus> = {
  name: 'menus',
  label: 'Menus',
  lead: 'The links in the bar and in the footer of the shop.',
  seenAt: '/shop',
  schema: v.object({ header: settingLinks(8), footer: settingLinks(24) }),
  fallback: {
    header: [
      { label: words.shop, href: '/shop' },
      { label: words.contact, href: '/contact' },
    ],
    footer: [
      { label: words.ourStory, href: '/about' },
      { label: words.privacyPolicy, href: '/privacy-policy' },
      { label: words.deliveryReturns, href: '/delivery-returns' },
    ],
  },
  fields: {
    header: {
      label: 'Bar',
      kind: 'links',
      hint: 'Up to 8. Choose one of the pages of the shop, or enter a whole address, such as https://www.example.com.',
    },
    footer: {
      label: 'Footer',
      kind: 'links',
      hint: 'Up to 24. Where consumers may withdraw from a contract, that link is added at the end.',
    },
  },
}

/** What a link names that may be deleted one day. */
export interface NamedByLink {
  kind: 'page' | 'product' | 'drop' | 'category' | 'collection' | 'nothing'
  id: string
}

const ALWAYS_THERE =
  /^\/(?:shop|contact|cart|checkout|privacy-policy|delivery-returns|gift-card|withdraw)?(?:[?#].*)?$/

/** What a link names; null: another site, or a page that every shop has. */
export function namedByLink(href: string): NamedByLink | null {
  if (!href.startsWith('/')) return null
  const { pathname, searchParams } = new URL(href, 'https://shop.example')
  const [, kind = '', id = ''] = pathname.split('/').map(decodeURIComponent)
  if (pathname === `/${STORY}`) return { kind: 'page', id: STORY }
  if (kind === 'pages') return { kind: 'page', id }
  if (kind === 'collections') return { kind: 'collection', id }
  if (kind === 'product' || kind === 'drop') return { kind, id }
  const category = searchParams.get('category')
  if (pathname === '/shop' && category !== null) return { kind: 'category', id: category }
  return ALWAYS_THERE.test(href) ? null : { kind: 'nothing', id: href }
}

/** What there is, by its kind; null: not known now. */
export type KnownThings = Readonly<
  Record<'page' | 'product' | 'drop' | 'category' | 'collection', ReadonlySet<string>>
>

/** Whether what a link names is gone. */
export function isGone({ href }: MenuLink, known: KnownThings): boolean {
  const named = namedByLink(href)
  if (named === null) return false
  return named.kind === 'nothing' || !known[named.kind].has(named.id)
}
