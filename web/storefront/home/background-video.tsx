import { useRef, useState, useSyncExternalStore } from 'react'
import { ORIGINAL_STILLS } from '#domain/settings/original-stills.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './background-video.module.css'

/** The picture that owners have chosen, with its film. */
export interface OwnBackground {
  alt: string
  width: number
  height: number
  src: string
  sources: { media?: string; type: string; srcSet: string; sizes: string }[]
  /** Null: the picture alone. */
  film: { src: string; type: string } | null
}

/**
 * The fallback image comes with the page. The video starts once everything else is loaded and a script can stop it, and
 * only for visitors who have not asked for reduced motion or reduced data.
 */
export default function BackgroundVideo({ own }: { own: OwnBackground | undefined }) {
  const words = useWords('home')
  const video = useRef<HTMLVideoElement>(null)
  const mayStart = useSyncExternalStore(onChange, mayMove, () => false)
  const [toggled, setToggled] = useState(false)
  const [started, setStarted] = useState(false)
  const hasFilm = own?.film !== null
  const mayPlay = toggled || mayStart
  const playing = mayPlay && started

  function toggle(): void {
    setToggled(true)
    if (playing) video.current?.pause()
    else void video.current?.play()
  }

  return (
    <div className={styles.background}>
      <picture>
        {own ? (
          own.sources.map((source) => <source key={`${source.media ?? ''} ${source.type}`} {...source} />)
        ) : (
          <source media="(orientation: portrait)" srcSet={ORIGINAL_STILLS.portrait} />
        )}
        <img
          className={styles.still}
          src={own?.src ?? ORIGINAL_STILLS.landscape}
          alt={own?.alt ?? ''}
          width={own?.width ?? 1280}
          height={own?.height ?? 720}
          loading="eager"
          fetchPriority="high"
        />
      </picture>
      {hasFilm && mayPlay && (
        <video
          ref={video}
          className={styles.film}
          autoPlay
          muted
          loop
          playsInline
          disablePictureInPicture
          aria-hidden="true"
          tabIndex={-1}
          onPlay={() => setStarted(true)}
          onPause={() => setStarted(false)}
        >
          {own?.film ? <source {...own.film} /> : <OriginalFilms />}
        </video>
      )}
      {hasFilm && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={playing ? words.pauseVideo : words.playVideo}
          onClick={toggle}
        >
          <Icon path={playing ? icons.pause : icons.play} />
        </button>
      )}
    </div>
  )
}

function OriginalFilms() {
  return (
    <>
      <source media="(orientation: portrait)" src="/hero/hero-portrait.webm" type="video/webm" />
      <source media="(orientation: portrait)" src="/hero/hero-portrait.mp4" type="video/mp4" />
      <source src="/hero/hero-landscape.webm" type="video/webm" />
      <source src="/hero/hero-landscape.mp4" type="video/mp4" />
    </>
  )
}

const LESS_MOTION = '(prefers-reduced-motion: reduce)'

function onChange(listener: () => void): () => void {
  const query = matchMedia(LESS_MOTION)
  query.addEventListener('change', listener)
  addEventListener('load', listener)
  return () => {
    query.removeEventListener('change', listener)
    removeEventListener('load', listener)
  }
}

function mayMove(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  const slow = connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
  return document.readyState === 'complete' && !slow && !matchMedia(LESS_MOTION).matches
}
