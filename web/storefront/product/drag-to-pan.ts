import type { PointerEvent } from 'react'

/** Lets a mouse drag the content of a scroll container. Touch does that natively. */
export function dragToPan({ currentTarget: frame, nativeEvent: start }: PointerEvent): void {
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
