import { useId } from 'react'
import AsServed from '#web/as-served.tsx'
import { filmPath } from '#domain/settings/film.ts'
import type { HomePage } from '#domain/settings/home-page.ts'
import { ORIGINAL_STILLS } from '#domain/settings/original-stills.ts'
import type { PictureView } from '#web/page.ts'
import Wordmark from '#web/ui/wordmark.tsx'
import styles from './home-preview.module.css'

interface Props {
  home: Pick<HomePage, 'tagline' | 'button' | 'picture' | 'portrait' | 'film' | 'alt' | 'decorative'>
  /** The pictures that are known, by their keys. */
  pictures: Readonly<Record<string, PictureView>>
}

/** The top of the home page, on a wide screen and on an upright one, and the owner's film. */
export default function HomePreview({ home, pictures }: Props) {
  const { picture, portrait, film, alt, decorative } = home
  const view = (key: string | undefined) => (key === undefined ? null : (pictures[key] ?? null))
  const isOriginal = picture === null
  const wide = isOriginal ? { src: ORIGINAL_STILLS.landscape } : view(picture.key)
  const upright = isOriginal ? { src: ORIGINAL_STILLS.portrait } : (view(portrait?.key) ?? wide)
  const text = isOriginal || decorative ? '' : alt
  return (
    <div className={styles.frames}>
      <Frame
        home={home}
        picture={wide}
        alt={text}
        caption={
          isOriginal ? 'On a wide screen: a still from the video that the shop came with' : 'On a wide screen'
        }
      />
      <Frame home={home} picture={upright} alt={text} caption="On a phone" isUpright />
      {film && (
        <figure className={styles.frame}>
          <video
            className={styles.film}
            src={filmPath(film)}
            poster={wide?.src}
            controls
            muted
            loop
            playsInline
            preload="metadata"
          />
          <figcaption>
            The video, which plays over the image without sound. It does not play for visitors who asked for
            less motion or less data.
          </figcaption>
        </figure>
      )}
    </div>
  )
}

interface FrameProps {
  home: Props['home']
  /** Null: no longer in the store. */
  picture: (Pick<PictureView, 'src'> & Partial<PictureView>) | null
  alt: string
  caption: string
  isUpright?: boolean
}

function Frame({ home: { tagline, button }, picture, alt, caption, isUpright = false }: FrameProps) {
  const id = useId()
  const { src, sources = [] } = picture ?? {}
  return (
    <figure className={styles.frame}>
      <div className={isUpright ? `${styles.hero} ${styles.upright}` : styles.hero}>
        {picture && (
          <picture>
            {sources.map(({ type, srcSet }) => (
              <source key={type} type={type} srcSet={srcSet} sizes={isUpright ? '30rem' : '40rem'} />
            ))}
            <img className={styles.picture} src={src} alt={alt} />
          </picture>
        )}
        <div className={`${styles.words} over-picture`}>
          <AsServed as="div" id={id} className={styles.mark}>
            {import.meta.env.SSR && <Wordmark />}
          </AsServed>
          <p className={styles.tagline}>{tagline}</p>
          <span className={styles.button}>{button}</span>
        </div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
