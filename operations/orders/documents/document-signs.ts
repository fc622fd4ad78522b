/**
 * The signs of the faces that documents are set in, each as a `unicode-range`: a name may have letters of any of them.
 * `node scripts/fonts/cut-fonts.ts` cuts `faces/` to them.
 */
export const DOCUMENT_SIGNS = {
  latin:
    'U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2010-2026, U+202F-203A, U+20AC, U+2122, U+2212',
  'latin-ext': 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F, U+20A0-20AB, U+20AD-20C0',
  vietnamese: 'U+0300-0301, U+0303, U+0309, U+0323, U+1EA0-1EF9',
  greek: 'U+0370-03FF',
  cyrillic: 'U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  'cyrillic-ext': 'U+0460-048F, U+0492-04AF, U+04B2-052F',
}
