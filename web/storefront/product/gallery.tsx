import { useRef, useState } from 'react'
import type { PictureView } from '#web/page.ts'
import Picture from '#web/ui/picture.tsx'
import styles from './gallery.module.css'

const SIZES = '(min-width: 56rem) min(62vw, 80vh), 100vw'

/** A strip of pictures that scrolls by itself; the thumbnails bring one of them up. */
export default function Gallery({ pictures }: { pictures: PictureView[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)

  function show(index: number): void {
    const element = strip.current
    element?.scrollTo({ left: index * element.clientWidth, behavior: 'smooth' })
    setShown(index)
  }

  function follow(): void {
    const element = strip.current
    if (element) setShown(Math.round(element.scrollLeft / element.clientWidth))
  }

  if (pictures.length === 0) {
    return (
      <div className={styles.gallery}>
        <Picture picture={null} sizes={SIZES} />
      </div>
    )
  }
  const several = pictures.length > 1
  return (
    <div className={several ? `${styles.gallery} ${styles.several}` : styles.gallery}>
      <ul ref={strip} className={styles.strip} aria-label="Pictures" tabIndex={0} onScroll={follow}>
        {pictures.map((picture, index) => (
          <li key={picture.src} className={styles.slide}>
            <Picture picture={picture} sizes={SIZES} eager={index === 0} />
          </li>
        ))}
      </ul>
      {several && (
        <ul className={styles.thumbnails} aria-label="Choose a picture">
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={`Show picture ${index + 1} of ${pictures.length}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => show(index)}
              >
                <Picture picture={picture} sizes="72px" decorative />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
