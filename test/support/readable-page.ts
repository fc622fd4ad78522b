/** A page as a visitor reads it. */
export interface ReadablePage {
  status: number
  /** The words between the tags, entities resolved, blanks put together. */
  text: string
  html: string
}

/** Fetches a page and reads it. Scripts, styles and what stands in the head are not read. */
export async function readablePage(url: string, headers: Record<string, string> = {}): Promise<ReadablePage> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  const html = await response.text()
  const body = html.replace(/^.*<body>/s, '').replace(/<script.*?<\/script>/gs, '')
  return { status: response.status, text: words(body), html }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
}

/** The words of a piece of HTML. React parts a text from the next one with an empty comment: that is no word break. */
export function words(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/^[^<]*>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[ \n]+/g, ' ')
    .replaceAll(/ (?=[,.])/g, '')
    .trim()
}
