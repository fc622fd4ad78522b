import { Fragment } from 'react'
import LinkButton from '#web/ui/link-button.tsx'
import Picture from '#web/ui/picture.tsx'
import { PolicyBlocks } from '#web/ui/policy-lines.tsx'
import { useWords } from '#web/ui/use-words.ts'
import type { ShownDrop, ShownFilm } from './home-page.tsx'
import styles from './home-sections-page.module.css'

/**
 * A film, or a drop that is to come, among the sections of a home page. The file is built like that of a page, so that
 * only home pages with such sections have its styles.
 */
export default function HomeSectionsPage({ id, section }: { id: string; section: ShownFilm | ShownDrop }) {
  return section.kind === 'film' ? <Film {...section} id={id} /> : <Drop {...section} id={id} />
}

function Film({ id, heading, film, picture, words }: ShownFilm & { id: string }) {
  const { alt } = picture
  return (
    <section {...(heading === '' ? {} : { 'aria-labelledby': id })} className={styles.film}>
      {heading !== '' && <h2 id={id}>{heading}</h2>}
      {film ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its owner tells below what is said in it
        <video
          controls
          playsInline
          preload="none"
          poster={film.poster}
          width={film.width}
          height={film.height}
          aria-label={alt || heading || undefined}
        >
          <source src={film.src} type={film.type} />
        </video>
      ) : (
        <Picture picture={picture} sizes="(min-width: 90rem) 86rem, 100vw" />
      )}
      {words.sections.length > 0 && (
        <div className={styles.text}>
          {words.sections.map(({ line, heading: title, blocks }) => (
            <Fragment key={line}>
              {title !== '' && <h3>{title}</h3>}
              <PolicyBlocks blocks={blocks} />
            </Fragment>
          ))}
        </div>
      )}
    </section>
  )
}

function Drop({ id, name, handle, says, picture }: ShownDrop & { id: string }) {
  const words = useWords('drop')
  return (
    <div className={styles.drop}>
      {picture && (
        <div className={styles.picture}>
          <Picture picture={picture} sizes="(min-width: 48rem) 50vw, 100vw" decorative />
        </div>
      )}
      <div className={styles.words}>
        <h2 id={id} className={styles.name}>
          {name}
        </h2>
        <p className={styles.time}>{says}</p>
        <p>
          <LinkButton href={`/drop/${handle}`}>{words.toTheDrop}</LinkButton>
        </p>
      </div>
    </div>
  )
}
