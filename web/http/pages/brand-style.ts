import type { Brand } from '#domain/settings/brand/brand.ts'
import { inlineStyle, type InlineStyle } from '#web/http/files/assets.ts'
import { brandStyles } from '#web/views/brand-variables.ts'

const styles = new WeakMap<Brand, InlineStyle | null>()

/** What a brand changes of the styles of every page; null when it is the one that the shop starts with. */
export function brandStyle(brand: Brand): InlineStyle | null {
  const known = styles.get(brand)
  if (known !== undefined) return known
  const text = brandStyles(brand)
  const style = text === '' ? null : inlineStyle(text)
  styles.set(brand, style)
  return style
}
