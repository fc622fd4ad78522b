import type { Brand } from '#domain/settings/brand/brand.ts'
import { inlineStyle, type InlineStyle } from '#web/http/files/assets.ts'
import type { Shop } from '#operations/shop.ts'
import { usualWidth } from '#web/views/catalog/picture-view.server.ts'
import { brandStyles } from '#web/views/brand-variables.ts'

/** Twice as wide as a wordmark is shown on most pages. */
const MARK_WIDTH = 960

const styles = new WeakMap<Brand, InlineStyle | null>()

/** What a brand changes of the styles of every page, with those of its typefaces; null: nothing, as the first one. */
export function brandStyle(
  { images }: Pick<Shop, 'images'>,
  brand: Brand,
  fonts: string,
): InlineStyle | null {
  const known = styles.get(brand)
  if (known !== undefined) return known
  const text =
    fonts +
    brandStyles(brand, ({ key, width }) => images.url(key, usualWidth(images, width, MARK_WIDTH), 'webp'))
  const style = text === '' ? null : inlineStyle(text)
  styles.set(brand, style)
  return style
}
