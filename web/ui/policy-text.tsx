import type { PolicySection } from '#domain/settings/policies.ts'
import { mailtoLink } from '#domain/email.ts'
import prose from './prose.module.css'
import ProseSection from './prose.tsx'

const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** A policy as an owner wrote it: plain text, in which only email addresses are links. */
export default function PolicyText({ sections }: { sections: PolicySection[] }) {
  return sections.map(({ line, heading, blocks }) => {
    const content = blocks.map((block) =>
      block.kind === 'list' ? (
        <ul key={block.line}>
          {block.lines.map((item) => (
            <li key={item.line}>
              <Linked text={item.text} />
            </li>
          ))}
        </ul>
      ) : (
        <p key={block.line}>
          {block.lines.map((each, at) => (
            <span key={each.line}>
              {at > 0 && <br />}
              <Linked text={each.text} />
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

function Linked({ text }: { text: string }) {
  const [before = '', email, ...after] = text.split(EMAIL)
  if (email === undefined) return text
  return (
    <>
      {before}
      <a href={mailtoLink(email)}>{email}</a>
      <Linked text={after.join('')} />
    </>
  )
}
