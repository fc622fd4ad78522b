import type { PolicySection } from '#domain/settings/policies.ts'
import { mailtoLink } from '#domain/email.ts'
import prose from './prose.module.css'
import ProseSection from './prose.tsx'

const MARKED =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>\/(?![/\\])[^\s)]*|https?:\/\/[^\s)]+)\)|(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** A policy as an owner wrote it: plain text, with bold words, links and email addresses. */
export default function PolicyText({ sections }: { sections: PolicySection[] }) {
  return sections.map(({ line, heading, blocks }) => {
    const content = blocks.map((block) =>
      block.kind === 'list' ? (
        <ul key={block.line}>
          {block.lines.map((item) => (
            <li key={item.line}>
              <PolicyLine text={item.text} />
            </li>
          ))}
        </ul>
      ) : (
        <p key={block.line}>
          {block.lines.map((each, at) => (
            <span key={each.line}>
              {at > 0 && <br />}
              <PolicyLine text={each.text} />
            </span>
          ))}
        </p>
      ),
    )
    return heading === '' ? (
      <div key={line} className={prose.lead}>
        {content}
      </div>
    ) : (
      <ProseSection key={line} heading={heading}>
        {content}
      </ProseSection>
    )
  })
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
