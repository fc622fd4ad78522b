import { withFirst } from '#words/fr/language.ts'

class FrenchDateFormat extends Intl.DateTimeFormat {
  override format(at?: Date | number): string {
    return withFirst(super.format(at))
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The formatter of dates with these options. It is made once and kept, since making one takes longer than using it a
 * hundred times, and leaves memory outside V8's heap that is freed only when V8 next collects garbage. Keep the options
 * few: language, style and the shop's time zone, never a value from a request.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  let format = formats.get(key)
  if (!format) {
    const Format = language.startsWith('fr') ? FrenchDateFormat : Intl.DateTimeFormat
    format = new Format(language, options)
    formats.set(key, format)
  }
  return format
}
