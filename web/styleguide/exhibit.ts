import type { ReactNode } from 'react'

/** How a component looks in one state. */
export interface State {
  name: string
  show: ReactNode
  /** Drawn as if somebody pointed at it, or as if it had the focus. */
  look?: 'hover' | 'focus'
  /** Takes the whole width: a grid, a table. */
  wide?: boolean
  /** Lies over the page, so it gets a page of its own in a frame. */
  alone?: boolean
}

/** A component in all its states. */
export interface Exhibit {
  /** Its file, without the ending: `web/ui/button`. */
  of: string
  states: State[]
}

/** What the shop's components are shown under. */
export interface Room {
  name: string
  exhibits: Exhibit[]
}

/** What a state is called in an address: `/styleguide?only=web/ui/toast:success`. */
export function stateKey({ of }: Exhibit, { name }: State): string {
  return `${of}:${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}
