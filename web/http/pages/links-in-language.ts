import { pathInLanguage } from '#domain/path-in-language.ts'

/** Rendered HTML whose links and forms stay among those pages. A link with `hreflang` names its language itself. */
export function linksInLanguage(start: string, html: string): string {
  if (start === '') return html
  return html.replaceAll(/<(?:a|button|form) [^>]*>/g, (tag) =>
    / hreflang="/i.test(tag)
      ? tag
      : tag.replaceAll(
          / (href|action|formaction)="([^"]*)"/gi,
          (_attribute, name: string, path: string) => ` ${name}="${pathInLanguage(start, path)}"`,
        ),
  )
}
