/** The lines of each icon, in a square of 24: the path of an SVG. A page has only those that it shows. */
export const search = 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2L20.5 20.5'
export const cart = 'M4 7h16l-1.2 13H5.2L4 7Zm4.5 0V6a3.5 3.5 0 0 1 7 0v1'
export const menu = 'M3 7h18M3 12h18M3 17h18'
export const close = 'M5 5l14 14M19 5L5 19'
export const back = 'M14 5l-7 7 7 7'
export const next = 'M10 5l7 7-7 7'
export const plus = 'M12 5v14M5 12h14'
export const minus = 'M5 12h14'
export const enlarge =
  'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2L20.5 20.5M10.5 7.75v5.5M7.75 10.5h5.5'
export const pause = 'M8 5v14M16 5v14'
export const play = 'M7 4.5v15l12-7.5-12-7.5Z'
