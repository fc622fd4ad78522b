/** What the staff area calls a language. */
export function languageName(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

/** The screen of everything that owners wrote, in a language. */
export function translationsAddress(language: string): string {
  return `/admin/translations/${language}`
}

/** The screen of the texts of one thing. */
export function textsAddress(language: string, subject: string): string {
  return `${translationsAddress(language)}/texts?${new URLSearchParams({ subject })}`
}

/** `2 missing, 1 changed since`; blank when all is done. */
export function lackWords({ missing, changed }: { missing: number; changed: number }): string {
  return [missing > 0 && `${missing} missing`, changed > 0 && `${changed} changed since`]
    .filter(Boolean)
    .join(', ')
}
