/** A QR code to be drawn: `path` is that of an SVG whose view box is `0 0 size size`. */
export interface QrCodeView {
  size: number
  path: string
}
