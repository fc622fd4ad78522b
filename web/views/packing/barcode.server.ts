import JsBarcode from 'jsbarcode'
import type { BarcodeView } from './slip-view.ts'

/** Code 128 requires ten modules of white on both sides. */
const QUIET_ZONE = 10

/**
 * A text as Code 128, which laser scanners, camera scanners and browsers all read. As the path of the bars: an SVG that
 * needs neither inline script nor style.
 */
export function barcodeOf(text: string): BarcodeView {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${index + QUIET_ZONE} 0h${bar.length}v1h-${bar.length}z`,
  )
  return { modules: modules.length + 2 * QUIET_ZONE, path: bars.join('') }
}
