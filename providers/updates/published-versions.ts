/** A version that its makers have announced. `news`: the page about it. */
export interface PublishedVersion {
  version: string
  news: string | null
}

/** The versions that the makers of the shop announce. */
export interface PublishedVersions {
  /** A version that follows the installed one; null: there is none, or it is not known. */
  readonly newer: PublishedVersion | null
  /** Asks when it is time to. A failure changes nothing, and is not reported: `npm run doctor` shows it. */
  refresh(now: number): Promise<void>
}
