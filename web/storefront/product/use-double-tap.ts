import { useRef, type MouseEvent } from 'react'

const MAX_PAUSE_MS = 350
const MAX_DISTANCE_PX = 30

/**
 * A click handler that detects the second of two quick clicks or taps in one place; not every phone fires `dblclick`.
 */
export function useDoubleTap(onDoubleTap: (x: number, y: number) => void): (event: MouseEvent) => void {
  const last = useRef({ at: -Infinity, x: 0, y: 0 })
  return ({ timeStamp, clientX: x, clientY: y }) => {
    const before = last.current
    const near = Math.hypot(x - before.x, y - before.y) < MAX_DISTANCE_PX
    const isSecond = near && timeStamp - before.at < MAX_PAUSE_MS
    last.current = { at: isSecond ? -Infinity : timeStamp, x, y }
    if (isSecond) onDoubleTap(x, y)
  }
}
