/**
 * Lets askers who come close together share one read. A read begins after the question was asked, so what it answers is
 * as true as a read of the asker's own; who asks while one is under way shares the next. One read runs at a time,
 * however many ask.
 */
export class BatchedRead<Key, Value> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>
  #last: Promise<unknown> = Promise.resolve()
  #next: { keys: Set<Key>; answer: Promise<ReadonlyMap<Key, Value>> } | null = null

  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#read = read
  }

  /** What was found, by key, also under keys that others asked for. It belongs to all of them: nobody may change it. */
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
