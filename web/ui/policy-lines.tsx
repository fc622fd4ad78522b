import { Fragment } from 'react'
import type { PolicySection } from '#domain/settings/policies.ts'
import { mailtoLink } from '#domain/email.ts'

const MARKED =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>\/(?![/\\])[^\s)]*|(?:https?:\/\/|mailto:|tel:)[^\s)]+)\)|(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** The paragraphs and lists of a text. */
export function PolicyBlocks({ blocks }: Pick<PolicySection, 'blocks'>) {
  return blocks.map(({ kind, line, lines }) =>
    kind === 'list' ? (
      <ul key={line}>
        {lines.map((item) => (
          <li key={item.line}>
            <PolicyLine text={item.text} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={line}>
        <PolicyLines text={lines.map(({ text }) => text).join('\n')} />
      </p>
    ),
  )
}

/** Lines below each other. */
export function PolicyLines({ text }: { text: string }) {
  return text.split('\n').map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else
    <Fragment key={at}>
      {at > 0 && <br />}
      <PolicyLine text={line} />
    </Fragment>
  ))
}

/** A line of a policy: `**bold**`, `[a link](https://shop.example)`, and email addresses. */
export function PolicyLine({ text }: { text: string }) {
  const found = MARKED.exec(text)
  if (found === null) return text
  const { bold, label, href = '', email = '' } = found.groups ?? {}
  return (
    <>
      {text.slice(0, found.index)}
      {bold ? <strong>{bold}</strong> : <a href={label ? href : mailtoLink(email)}>{label ?? email}</a>}
      <PolicyLine text={text.slice(found.index + found[0].length)} />
    </>
  )
}
