import { encode } from 'uqr'
import type { QrCodeView } from './qr-code.ts'

/** The quiet zone of ISO/IEC 18004. */
const BORDER = 4

/** A text as a QR code: the dark modules as one path, row by row. */
export function qrCode(text: string): QrCodeView {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const runs = data.flatMap((row, y) =>
    runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: runs.join('') }
}

/** Where each run of dark modules begins, and how long it is. */
function runsIn(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
