import { mailtoLink } from '#domain/email.ts'

/** A part of a line as owners write it: plain, bold, or a link. */
export interface LinePart {
  text: string
  isBold?: true
  href?: string
}

const MARKED =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>\/(?![/\\])[^\s)]*|(?:https?:\/\/|mailto:|tel:)[^\s)]+)\)|(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** The parts of a line: `**bold**`, `[a link](https://shop.example)`, and email addresses. */
export function lineParts(text: string): LinePart[] {
  const found = MARKED.exec(text)
  if (found === null) return text === '' ? [] : [{ text }]
  const { bold, label, href = '', email = '' } = found.groups ?? {}
  const before = text.slice(0, found.index)
  const marked: LinePart = bold
    ? { text: bold, isBold: true }
    : { text: label ?? email, href: label ? href : mailtoLink(email) }
  return [
    ...(before === '' ? [] : [{ text: before }]),
    marked,
    ...lineParts(text.slice(found.index + found[0].length)),
  ]
}
