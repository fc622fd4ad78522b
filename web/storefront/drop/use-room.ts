import { useEffect, useState } from 'react'
import { askAgainIn, placeOf, type RoomStatus } from '#domain/drops/room.ts'

/** The arrival of this browser; `place`: null before the start. */
export interface OwnPlace {
  number: number
  place: number | null
}

const RETRY_MS = 10_000

/** A room as it goes on, and the place of this browser, which works it out. `isLost`: the shop is not reached. */
export function useRoom(handle: string, first: RoomStatus, own: OwnPlace | null) {
  const [room, setRoom] = useState({ status: first, place: own?.place ?? null, isLost: false })
  const number = own?.number ?? null
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    let status = first
    let place = own?.place ?? null

    async function ask(): Promise<void> {
      let isLost = false
      try {
        const answer = await fetch(`/api/drops/${handle}/room`)
        if (!answer.ok) throw new Error(String(answer.status))
        status = (await answer.json()) as RoomStatus
        const { seed, present } = status
        if (number !== null && seed !== null && present !== null) place = await placeOf(number, seed, present)
      } catch {
        isLost = true
      }
      if (isOver) return
      setRoom({ status, place, isLost })
      timer = setTimeout(
        ask,
        isLost ? RETRY_MS * (1 + Math.random()) : askAgainIn(status, place, Math.random()),
      )
    }
    const askNow = () => {
      if (document.hidden) return
      clearTimeout(timer)
      timer = setTimeout(ask, Math.random() * 1_000)
    }
    timer = setTimeout(ask, askAgainIn(status, place, Math.random()))
    document.addEventListener('visibilitychange', askNow) // timers stand still while a device sleeps
    addEventListener('online', askNow)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', askNow)
      removeEventListener('online', askNow)
    }
  }, [handle, number, first, own])
  return room
}
