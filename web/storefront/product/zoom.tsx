import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { PictureView } from '#web/page.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { useWords } from '#web/ui/use-words.ts'
import PictureCount from './picture-count.tsx'
import { pictureByKey, usePictureStrip } from './use-picture-strip.ts'
import styles from './zoom.module.css'

/** The zoom factors, relative to the screen. */
const LEVELS = [1, 1.5, 2, 3]
const DOUBLE_TAP_LEVEL = 2
const KEY_PAN_PX = 80

interface Props {
  pictures: PictureView[]
  first: number
  /** The width of the neighbours on the page: they need no larger one. */
  sizes: string
  onClose: (shown: number) => void
}

/** One picture on the whole screen in its largest width: can be enlarged, moved, and swiped to the next. */
export default function Zoom({ pictures, first: opened, sizes, onClose }: Props) {
  const words = useWords('product')
  const count = pictures.length
  const [first] = useState(opened)
  const dialog = useRef<HTMLDialogElement>(null)
  const { strip, shown, show, onStrip } = usePictureStrip<HTMLDivElement>(count, first)
  const [enlarged, setEnlarged] = useState({ picture: first, level: 0 })
  const level = enlarged.picture === shown ? enlarged.level : 0
  const onTap = useDoubleTap((x, y) => enlarge(level === 0 ? DOUBLE_TAP_LEVEL : 0, x, y))

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    strip.current?.scrollTo({ left: first * strip.current.clientWidth, behavior: 'instant' })
    return () => element?.close()
  }, [strip, first])

  function frameOf(index: number): HTMLElement | undefined {
    return strip.current?.querySelectorAll<HTMLElement>(':scope > [role=group]')[index]
  }

  /** Keeps the point at x, y in place, or the centre when they are not given. */
  function enlarge(to: number, x = innerWidth / 2, y = innerHeight / 2): void {
    const frame = frameOf(shown)
    const image = frame?.querySelector('img')
    if (!frame || !image || LEVELS[to] === undefined) return
    const before = image.getBoundingClientRect()
    flushSync(() => setEnlarged({ picture: shown, level: to }))
    const after = image.getBoundingClientRect()
    frame.scrollBy({
      left: after.left + ((x - before.left) / before.width) * after.width - x,
      top: after.top + ((y - before.top) / before.height) * after.height - y,
    })
  }

  function pressed(event: KeyboardEvent): void {
    const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    const index = pictureByKey(event, shown, count)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') enlarge(level + 1)
    else if (event.key === '-') enlarge(level - 1)
    else if (event.key === '0') enlarge(0)
    else if (pan && level > 0) {
      const [left = 0, top = 0] = pan.map((step) => step * KEY_PAN_PX)
      frameOf(shown)?.scrollBy({ left, top })
    } else if (index !== null) {
      // The strip snaps to the focused element.
      if (strip.current?.contains(document.activeElement)) frameOf(index)?.focus({ preventScroll: true })
      show(index)
    } else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={words.enlargedImage}
      onClose={() => onClose(shown)}
      onKeyDown={pressed}
    >
      <div ref={strip} role="group" className={styles.strip} aria-label={words.images} {...onStrip}>
        {pictures.map((picture, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has + and -
          <div
            key={picture.src}
            role="group"
            aria-label={words.imageOf(index + 1, count)}
            className={index === shown && level > 0 ? `${styles.frame} ${styles.large}` : styles.frame}
            tabIndex={index === shown ? 0 : -1}
            onClick={onTap}
            onPointerDown={level > 0 ? dragToPan : undefined}
          >
            <picture>
              {picture.sources.map(({ type, srcSet }) => (
                <source
                  key={type}
                  type={type}
                  srcSet={srcSet}
                  sizes={index === shown ? `${picture.width}px` : sizes}
                />
              ))}
              <img
                src={picture.src}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                loading={index === shown ? 'eager' : 'lazy'}
                draggable={false}
                className={styles.picture}
                style={measures(picture, index === shown ? level : 0)}
              />
            </picture>
          </div>
        ))}
      </div>
      <div className={styles.tools}>
        {count > 1 && (
          <>
            <Tool
              name={words.previousImage}
              icon={icons.back}
              off={shown === 0}
              onPress={() => show(shown - 1)}
            />
            <PictureCount shown={shown} count={count} />
            <Tool
              name={words.nextImage}
              icon={icons.next}
              off={shown === count - 1}
              onPress={() => show(shown + 1)}
            />
          </>
        )}
        <span className={styles.level} role="status">
          {words.zoomLevel(Math.round((LEVELS[level] ?? 1) * 100))}
        </span>
        <Tool name={words.zoomOut} icon={icons.minus} off={level === 0} onPress={() => enlarge(level - 1)} />
        <Tool
          name={words.zoomIn}
          icon={icons.plus}
          off={level === LEVELS.length - 1}
          onPress={() => enlarge(level + 1)}
        />
      </div>
      <div className={styles.close}>
        <Tool name={words.close} icon={icons.close} onPress={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}

interface ToolProps {
  name: string
  icon: string
  /** Stays focusable while it is disabled. */
  off?: boolean
  onPress: () => void
}

function Tool({ name, icon, off = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-disabled={off || undefined}
      onClick={onPress}
    >
      <Icon path={icon} />
    </button>
  )
}

/** Sizes for zoom.module.css. Never rendered on the server, so no page contains a style attribute. */
function measures({ width, height }: PictureView, level: number): CSSProperties {
  return { '--shape': width / height, '--times': LEVELS[level] } as CSSProperties
}

/** Lets a mouse drag the content of a scroll container. Touch does that natively. */
function dragToPan({ currentTarget: frame, nativeEvent: start }: PointerEvent): void {
  if (start.pointerType !== 'mouse' || start.button !== 0) return
  const from = { left: frame.scrollLeft, top: frame.scrollTop }
  const letGo = new AbortController()
  const { signal } = letGo
  const move = ({ clientX, clientY }: globalThis.PointerEvent) =>
    frame.scrollTo({
      left: from.left + start.clientX - clientX,
      top: from.top + start.clientY - clientY,
    })
  addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(end, () => letGo.abort(), { signal })
}

const MAX_PAUSE_MS = 350
const MAX_DISTANCE_PX = 30

/**
 * A click handler that detects the second of two quick clicks or taps in one place; not every phone fires `dblclick`.
 */
function useDoubleTap(onDoubleTap: (x: number, y: number) => void): (event: MouseEvent) => void {
  const last = useRef({ at: -Infinity, x: 0, y: 0 })
  return ({ timeStamp, clientX: x, clientY: y }) => {
    const before = last.current
    const near = Math.hypot(x - before.x, y - before.y) < MAX_DISTANCE_PX
    const isSecond = near && timeStamp - before.at < MAX_PAUSE_MS
    last.current = { at: isSecond ? -Infinity : timeStamp, x, y }
    if (isSecond) onDoubleTap(x, y)
  }
}
