/** The tag that stands for English with accents. */
export const LANGUAGE = 'en-XA'
export { plural } from '#english/language.ts'
