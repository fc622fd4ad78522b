/** Addresses of the stills of the film that the shop came with, for an upright and for a wide screen. */
export const ORIGINAL_STILLS = {
  portrait: '/hero/hero-portrait-poster.webp',
  landscape: '/hero/hero-landscape-poster.webp',
}
