/** A tag as it is kept: in lower case, with single spaces. */
export function asTag(said: string): string {
  return said
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
}

/** The tags in a typed text, which has commas between them. */
export function tagsIn(typed: string): string[] {
  return typed.split(',').flatMap((tag) => asTag(tag) || [])
}
