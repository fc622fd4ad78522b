/** The same in every language: other hosts, the staff area, the API, pictures and files. */
const IN_EVERY_LANGUAGE = /^\/(?:\/|(?:admin|api|brand|films|pictures)(?:[/?#]|$)|[^?#]*\.)/

/** A path of the shop among the pages that begin with `start`: `/shop` is `/fr/shop`. Other addresses stay. */
export function pathInLanguage(start: string, path: string): string {
  if (start === '' || !path.startsWith('/') || IN_EVERY_LANGUAGE.test(path)) return path
  const isInIt = path.startsWith(start) && /^(?:[/?#]|$)/.test(path.slice(start.length))
  return isInIt ? path : start + path.replace(/^\/(?=[?#]|$)/, '')
}

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
