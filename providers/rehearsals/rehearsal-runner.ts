/** Rehearses drops outside the shop's process. */
export interface RehearsalRunner {
  /** How many robots this machine carries now; 0: none. */
  mostRobots(): number
  /**
   * Runs the rehearsal of a drop with the lease of `by`, records how it goes, and removes the copy. Resolves with null
   * when the process ended normally, otherwise with a sentence about how it died.
   */
  run(dropId: string, by: string, stop: AbortSignal): Promise<string | null>
  /** Removes what a process that was killed has left. */
  clean(): Promise<void>
}
