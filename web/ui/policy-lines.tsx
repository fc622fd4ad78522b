import { Fragment } from 'react'
import type { PolicySection } from '#domain/settings/policies.ts'
import { lineParts } from '#domain/settings/policy-line.ts'

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
  return lineParts(text).map(({ text: said, isBold, href }, at) => {
    const key = `${at} ${said}`
    if (isBold) return <strong key={key}>{said}</strong>
    return href === undefined ? (
      <Fragment key={key}>{said}</Fragment>
    ) : (
      <a key={key} href={href}>
        {said}
      </a>
    )
  })
}
