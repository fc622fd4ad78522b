/**
 * Lets simultaneous requests share one read. A read starts after the request, so its answer is as current as a separate
 * read; requests during a read share the next one. One read runs at a time.
 */
export class BatchedRead<Key, Value> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>
  #last: Promise<unknown> = Promise.resolve()
  #next: { keys: Set<Key>; answer: Promise<ReadonlyMap<Key, Value>> } | null = null

  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#read = read
  }

  /** The values found, by key, including keys of other requests. The map is shared: do not change it. */
  find(keys: Iterable<Key>): Promise<ReadonlyMap<Key, Value>> {
    const next = (this.#next ??= this.#prepare())
    for (const key of keys) next.keys.add(key)
    return next.answer
  }

  #prepare() {
    const keys = new Set<Key>()
    // Requests that arrived together are handled in one turn of the event loop, and share a read from the first on.
    const turn = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)))
    const answer = turn.then(() => {
      this.#next = null
      return this.#read([...keys])
    })
    this.#last = answer.catch(() => {})
    return { keys, answer }
  }
}
