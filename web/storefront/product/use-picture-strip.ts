import { useRef, useState, type KeyboardEvent } from 'react'

/** A strip of pictures side by side, each as wide as the strip: swiped natively, or moved by `show`. */
export function usePictureStrip<Strip extends HTMLElement = HTMLUListElement>(count: number, first = 0) {
  const strip = useRef<Strip>(null)
  /** The target of a movement started by `show`: pictures passed on the way are not reported. */
  const target = useRef<number | null>(null)
  const [shown, setShown] = useState(first)

  function show(index: number, behavior: ScrollBehavior = 'auto'): void {
    const element = strip.current
    if (!element || index < 0 || index >= count) return
    const left = index * element.clientWidth
    target.current = Math.abs(element.scrollLeft - left) > 1 ? index : null
    element.scrollTo({ left, behavior })
    setShown(index)
  }

  function follow(): void {
    const element = strip.current
    if (!element) return
    const at = element.scrollLeft / element.clientWidth
    if (target.current === null) setShown(Math.min(count - 1, Math.max(0, Math.round(at))))
    else if (Math.abs(at - target.current) < 0.02) target.current = null
  }

  /** Touch or a mouse wheel takes over. */
  function letGo(): void {
    target.current = null
  }

  return {
    strip,
    shown,
    show,
    onStrip: { onScroll: follow, onPointerDown: letGo, onWheel: letGo },
  }
}

/** The picture that a key selects; null for other keys. */
export function pictureByKey(event: KeyboardEvent, shown: number, count: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const index = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: count - 1 }[event.key]
  return index === undefined ? null : Math.min(count - 1, Math.max(0, index))
}
