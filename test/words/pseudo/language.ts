/** The tag that stands for English with accents. */
export const LANGUAGE = 'en-XA'
export { inList, plural } from '#english/language.ts'
