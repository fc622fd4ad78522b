/** The same in every language: other hosts, the staff area, the API, pictures and files. */
const IN_EVERY_LANGUAGE = /^\/(?:\/|(?:admin|api|brand|films|pictures)(?:[/?#]|$)|[^?#]*\.)/

/** A path of the shop among the pages that begin with `start`: `/shop` is `/fr/shop`. Other addresses stay. */
export function pathInLanguage(start: string, path: string): string {
  if (start === '' || !path.startsWith('/') || IN_EVERY_LANGUAGE.test(path)) return path
  const isInIt = path.startsWith(start) && /^(?:[/?#]|$)/.test(path.slice(start.length))
  return isInIt ? path : start + path.replace(/^\/(?=[?#]|$)/, '')
}
