import type { BrandFiles } from '#domain/settings/brand/brand-files.ts'
import type { Brand } from '#domain/settings/brand/brand.ts'
import { hasFirstName } from '#domain/settings/shop-identity.ts'
import type { Words } from '#words/languages.ts'

const icon = (src: string, sizes: string, purpose?: 'maskable') => ({
  src,
  sizes,
  type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  ...(purpose && { purpose }),
})

/** The web app manifest: how the shop is shown when it is installed on a phone. */
export function webManifest(
  { shopName, tagline }: { shopName: string; tagline: string },
  { ground }: Brand,
  files: BrandFiles,
  words: Words,
): Record<string, unknown> {
  const start = files.icon ?? '/favicon'
  return {
    id: '/',
    name: shopName,
    short_name: shopName,
    description: hasFirstName(shopName)
      ? words['search-engines'].appDescription
      : words.home.descriptionOf(shopName, tagline),
    lang: words.language.LANGUAGE,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['shopping', 'lifestyle'],
    icons: [
      ...(files.icon === null ? [icon('/favicon.svg', 'any')] : []),
      icon(`${start}-192.png`, '192x192'),
      icon(`${start}-512.png`, '512x512'),
      icon(`${start}-192-maskable.png`, '192x192', 'maskable'),
      icon(`${start}-512-maskable.png`, '512x512', 'maskable'),
    ],
  }
}
