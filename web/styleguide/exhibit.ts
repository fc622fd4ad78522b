import type { ReactNode } from 'react'

/** A component in one state. */
export interface State {
  name: string
  show: ReactNode
  /** Shown as hovered or focused. */
  look?: 'hover' | 'focus'
  /** Takes the whole width, such as a grid or a table. */
  wide?: boolean
  /** Covers the page, so it is shown in a frame. */
  alone?: boolean
}

/** A component in all its states. */
export interface Exhibit {
  /** The component's file without the ending: `web/ui/button`. */
  of: string
  states: State[]
}

/** A group of components in the styleguide. */
export interface ExhibitGroup {
  name: string
  exhibits: Exhibit[]
}

/** The name of a state in an address: `/styleguide?only=web/ui/toast:success`. */
export function stateKey({ of }: Exhibit, { name }: State): string {
  return `${of}:${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}
