import type { ReactNode } from 'react'
import type { PolicySection } from '#domain/settings/policies.ts'
import { PolicyBlocks } from './policy-lines.tsx'
import prose from './prose.module.css'
import ProseSection from './prose.tsx'

interface Props {
  sections: PolicySection[]
  /** What follows the text. */
  children?: ReactNode
}

/** A text as an owner wrote it: plain, with headings, lists, bold words, links and email addresses. */
export default function PolicyText({ sections, children }: Props) {
  if (sections.length === 0) return <div className={prose.lead}>{children}</div>
  return sections.map(({ line, heading, blocks }, at) => {
    const content = (
      <>
        <PolicyBlocks blocks={blocks} />
        {at === sections.length - 1 && children}
      </>
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
