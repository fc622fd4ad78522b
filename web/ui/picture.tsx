import type { PictureView } from '#web/page.ts'
import styles from './picture.module.css'

interface Props {
  picture: PictureView | null
  /** The display width, as in the `sizes` of an image. */
  sizes: string
  /** On the first screen: loaded immediately instead of when it is near the screen. */
  eager?: boolean
  /** The largest on the first screen: loaded before all other images. */
  first?: boolean
  /** Beside its name in text, a picture is decoration. */
  decorative?: boolean
}

/** A responsive picture over its tiny placeholder, without layout shift. */
export default function Picture({ picture, sizes, first = false, eager = first, decorative = false }: Props) {
  if (!picture) return <NoPicture />
  const { alt, width, height, placeholder, src, sources } = picture
  return (
    <span className={styles.frame}>
      {placeholder && <img className={styles.placeholder} src={placeholder} alt="" aria-hidden="true" />}
      <picture>
        {sources.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          className={styles.picture}
          src={src}
          alt={decorative ? '' : alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
        />
      </picture>
    </span>
  )
}

/** Shown when a product has no picture. */
function NoPicture() {
  return (
    <span className={styles.frame}>
      <svg className={styles.none} viewBox="0 0 100 125" aria-hidden="true" focusable="false">
        <g transform="translate(30 42) scale(0.4)" fill="currentColor">
          <path d="M14 8H33V92H14ZM37 8H60A26 26 0 0 1 60 60H37V43H60A9 9 0 0 0 60 25H37Z" />
          <path d="M41 64H63L88 92H66Z" />
        </g>
      </svg>
    </span>
  )
}
