import { useCallback, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { PictureView } from '#web/page.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import Picture from '#web/ui/picture.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './gallery.module.css'
import PictureCount from './picture-count.tsx'
import { pictureByKey, usePictureStrip } from './use-picture-strip.ts'

/** The display widths in gallery.module.css. */
const SIZES = '(min-width: 48rem) max(18rem, min(62vw - 9rem, 80vh - 5.4rem)), 100vw'

const loadZoom = () => import('./zoom.tsx')

/** A strip of pictures, moved by swiping, arrow keys or thumbnails; each can be enlarged. */
export default function Gallery({ pictures }: { pictures: PictureView[] }) {
  const words = useWords('product')
  const count = pictures.length
  const { strip, shown, show, onStrip } = usePictureStrip(count)
  const [zoomed, setZoomed] = useState(false)
  const giveUp = useCallback(() => setZoomed(false), [])
  const links = useRef<(HTMLAnchorElement | null)[]>([])

  function enlarge(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setZoomed(true)
  }

  function walk(event: KeyboardEvent): void {
    const index = pictureByKey(event, shown, count)
    if (index === null) return
    event.preventDefault()
    show(index)
    if (strip.current?.contains(event.target as Node)) links.current[index]?.focus({ preventScroll: true })
  }

  /** The gallery shows the picture that was viewed last. */
  function comeBack(index: number): void {
    setZoomed(false)
    show(index, 'instant')
    links.current[index]?.focus({ preventScroll: true })
  }

  if (count === 0) {
    return (
      <div className={styles.gallery}>
        <Picture picture={null} sizes={SIZES} />
      </div>
    )
  }
  const several = count > 1
  return (
    <div className={several ? `${styles.gallery} ${styles.several}` : styles.gallery}>
      <div className={styles.stage}>
        <ul ref={strip} className={styles.strip} aria-label={words.images} {...onStrip}>
          {pictures.map((picture, index) => (
            <li key={picture.src} className={styles.slide}>
              <a
                ref={(link) => void (links.current[index] = link)}
                href={largestOf(picture)}
                className={styles.enlarge}
                aria-label={words.enlargeImage(index + 1, count, picture.alt)}
                aria-haspopup="dialog"
                tabIndex={index === shown ? 0 : -1}
                onClick={enlarge}
                onKeyDown={walk}
              >
                <Picture picture={picture} sizes={SIZES} first={index === 0} />
              </a>
            </li>
          ))}
        </ul>
        {several && (
          <div className={styles.count}>
            <PictureCount shown={shown} count={count} />
          </div>
        )}
        <span className={styles.hint}>
          <Icon path={icons.enlarge} />
        </span>
      </div>
      {several && (
        <ul className={styles.thumbnails} aria-label={words.chooseImage}>
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={words.showImage(index + 1, count)}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => show(index)}
                onKeyDown={walk}
              >
                <Picture picture={picture} sizes="72px" decorative />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && (
        <LoadedOnDemand
          load={loadZoom}
          wanted
          onFailure={giveUp}
          own={{ pictures, first: shown, sizes: SIZES, onClose: comeBack }}
        />
      )}
    </div>
  )
}

/** Without JavaScript the link opens the image file. */
function largestOf({ src, sources }: PictureView): string {
  return sources.at(-1)?.srcSet.split(', ').at(-1)?.split(' ')[0] ?? src
}
