/** A WebP of 2 × 2 pixels, for trying a store. */
export const TINY_PICTURE = Buffer.from(
  'UklGRjYAAABXRUJQVlA4ICoAAACwAQCdASoCAAIAAsBMJaACdLoABGaAAP7u/59d4tKNf/PTP62/j/xkAAA=',
  'base64',
)
