import { Fragment, useId } from 'react'
import type { BlockKind } from '#domain/settings/page.ts'
import type { PolicySection } from '#domain/settings/policies.ts'
import type { PictureView } from '#web/page.ts'
import Picture from '#web/ui/picture.tsx'
import { PolicyBlocks, PolicyLines } from '#web/ui/policy-lines.tsx'
import PolicyText from '#web/ui/policy-text.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import { useWords } from '#web/ui/use-words.ts'
import styles from './text-page.module.css'

/** A part of a page, ready to be shown. */
export interface ShownBlock {
  /** Its place on the page. */
  place: number
  kind: BlockKind
  heading: string
  text: string
  /** The same text in its parts. */
  sections: PolicySection[]
  picture: PictureView | null
  items: {
    place: number
    name: string
    text: string
    sections: PolicySection[]
    picture: PictureView | null
  }[]
}

/** The parts of a page, or of the home page. */
export default function PageBlocks({ blocks }: { blocks: ShownBlock[] }) {
  return betweenLines(blocks).map(([first, ...others]) =>
    first.kind === 'line' ? (
      <p key={first.place} className={styles.line}>
        {first.text}
      </p>
    ) : (
      <div key={first.place} className={prose.page}>
        <div className={styles.sections}>
          {[first, ...others].map((block) => (
            <Block key={block.place} block={block} />
          ))}
        </div>
      </div>
    ),
  )
}

/** A large line fills the width of the screen: what is between two of them stands together. */
function betweenLines(blocks: ShownBlock[]): [ShownBlock, ...ShownBlock[]][] {
  const groups: [ShownBlock, ...ShownBlock[]][] = []
  for (const block of blocks) {
    const open = groups.at(-1)
    if (block.kind === 'line' || !open || open[0].kind === 'line') groups.push([block])
    else open.push(block)
  }
  return groups
}

function Block({ block }: { block: ShownBlock }) {
  const { kind, heading, text, sections, picture, items } = block
  const storyWords = useWords('pages/about')
  switch (kind) {
    case 'people':
      return <People heading={heading} people={items} />
    case 'questions':
      return <Questions heading={heading} questions={items} />
    case 'picture':
      return (
        <figure className={styles.figure}>
          <Picture picture={picture} sizes="(min-width: 90rem) 86rem, 100vw" />
          {text !== '' && (
            <figcaption>
              <PolicyLines text={text} />
            </figcaption>
          )}
        </figure>
      )
    case 'beside':
      return (
        <section className={styles.beside}>
          <Picture picture={picture} sizes="(min-width: 48rem) 50vw, 100vw" />
          <div className={prose.text}>
            {heading !== '' && <h2>{heading}</h2>}
            {sections.map((section) => (
              <Fragment key={section.line}>
                {section.heading !== '' && <h3>{section.heading}</h3>}
                <PolicyBlocks blocks={section.blocks} />
              </Fragment>
            ))}
          </div>
        </section>
      )
    case 'map':
      return (
        <PolicyText sections={sections}>
          <p>
            <a href={mapAddress(text)} rel="noopener">
              {storyWords.onAMap}
            </a>
          </p>
        </PolicyText>
      )
    default:
      return (
        <PolicyText sections={sections}>
          {items.length > 0 && (
            <dl className={styles.values}>
              {items.map((item) => (
                <div key={item.place}>
                  <dt>{item.name}</dt>
                  <dd>
                    <PolicyLines text={item.text} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </PolicyText>
      )
  }
}

/** The map of OpenStreetMap at an address: a link, so that nothing is loaded from there. */
function mapAddress(text: string): string {
  const query = new URLSearchParams({ query: text.replaceAll(/\s*\n\s*/g, ', ') })
  return `https://www.openstreetmap.org/search?${query}`
}

function People({ heading, people }: { heading: string; people: ShownBlock['items'] }) {
  const id = useId()
  return (
    <section {...(heading !== '' && { 'aria-labelledby': id })} className={styles.team}>
      {heading !== '' && <h2 id={id}>{heading}</h2>}
      <ul>
        {people.map(({ place, name, text, picture }) => (
          <li key={place}>
            {picture ? (
              <Picture picture={picture} sizes="(min-width: 48rem) 30vw, 50vw" decorative />
            ) : (
              <span className={styles.portrait} aria-hidden="true">
                {place + 1}
              </span>
            )}
            <h3>{name}</h3>
            <p>
              <PolicyLines text={text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Questions({ heading, questions }: { heading: string; questions: ShownBlock['items'] }) {
  const list = questions.map(({ place, name, sections }) => (
    <details key={place} className={styles.question}>
      <summary>{name}</summary>
      <div className={prose.text}>
        {sections.map(({ line, blocks }) => (
          <PolicyBlocks key={line} blocks={blocks} />
        ))}
      </div>
    </details>
  ))
  return heading === '' ? <div>{list}</div> : <ProseSection heading={heading}>{list}</ProseSection>
}
