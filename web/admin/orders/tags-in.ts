/** The tags in a typed text, which has commas between them; as they are kept. */
export function tagsIn(typed: string): string[] {
  return typed.split(',').flatMap((tag) => tag.trim().toLowerCase().replaceAll(/\s+/g, ' ') || [])
}
