/** A page as a visitor reads it. */
export interface ReadablePage {
  status: number
  /** The visible text, with entities resolved and blanks collapsed. */
  text: string
  html: string
}

/** Fetches a page and extracts its text, without scripts, styles and the head. */
export async function readablePage(url: string, headers: Record<string, string> = {}): Promise<ReadablePage> {
  return readableAnswer(await fetch(url, { headers, redirect: 'manual' }))
}

/** The page of an answer. */
export async function readableAnswer(response: Response): Promise<ReadablePage> {
  const html = await response.text()
  const body = html
    .replace(/^.*<body>/s, '')
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<aside [^>]*\bhidden>.*?<\/aside>/gs, '')
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

/** The text of a piece of HTML. React separates adjacent texts with an empty comment, which is not a word break. */
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
