import { foldLetters } from '#domain/fold-letters.ts'

/** The address that a name gives: `winter-drop`. */
export function handleOf(name: string): string {
  return foldLetters(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
}
