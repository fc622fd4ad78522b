import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { call } from '#web/admin/call-staff-api.ts'
import Checkbox from '#web/ui/checkbox.tsx'
import styles from './batch-page.module.css'
import type { CodedItem } from './item-codes.tsx'

/** A line of the pick list. */
export interface PickView extends CodedItem {
  quantity: number
}

/** How many units of a line were fetched, and by whom. */
export interface PickedItem {
  productId: string
  name: string
  size: string
  picked: number
  by: string
}

type Item = Pick<PickedItem, 'productId' | 'name' | 'size'>
const keyOf = ({ productId, name, size }: Item) => JSON.stringify([productId, name, size])

/** How often the ticks of others are read, and those that could not be saved are sent again. */
const EVERY_MS = 5_000

/** The pick list, to be ticked off while walking along the shelves. The shop keeps the ticks, for every device. */
export default function PickTicks({
  batch,
  lines,
  first,
}: {
  batch: string
  lines: readonly PickView[]
  first: readonly PickedItem[]
}) {
  const { pickedOf, tick, unsaved } = usePicks(batch, first)
  const [isHidden, setIsHidden] = useState(false)
  /** A line may have become shorter since: its order was sent. */
  const foundOf = (line: PickView) => Math.min(pickedOf(line)?.picked ?? 0, line.quantity)
  const isDone = (line: PickView) => foundOf(line) === line.quantity
  const sum = (of: (line: PickView) => number) => lines.reduce((units, line) => units + of(line), 0)
  const open = lines.filter((line) => !isDone(line))
  return (
    <>
      <div className={styles.top}>
        <p role="status">
          {sum(foundOf)} of {sum(({ quantity }) => quantity)} items picked.
          {unsaved > 0 && ` ${unsaved} not saved yet: the shop does not respond.`}
        </p>
        {open.length < lines.length && (
          <Checkbox checked={isHidden} onChange={({ target }) => setIsHidden(target.checked)}>
            Hide what is picked
          </Checkbox>
        )}
      </div>
      <ul className={styles.picks} aria-label="Items to pick">
        {(isHidden ? open : lines).map((line) => {
          const [pick, found] = [pickedOf(line), foundOf(line)]
          return (
            <li key={keyOf(line)}>
              <label className={styles.pick} data-picked={isDone(line) || undefined}>
                <input
                  type="checkbox"
                  checked={isDone(line)}
                  ref={(box) => {
                    if (box) box.indeterminate = found > 0 && !isDone(line)
                  }}
                  onChange={({ target }) => tick(line, target.checked ? line.quantity : 0)}
                />
                <strong className={styles.quantity}>{line.quantity}</strong>
                <span>
                  {line.name}, <strong>{line.size}</strong>
                  {found > 0 && (
                    <span className={styles.by}>
                      {isDone(line) ? 'Picked' : `${found} picked`}
                      {pick && pick.by !== '' && ` by ${pick.by}`}
                    </span>
                  )}
                </span>
                <span className={styles.bin}>{line.bin}</span>
              </label>
              {line.quantity > 1 && (
                <select
                  className={styles.found}
                  aria-label={`Found of ${line.name}, ${line.size}`}
                  value={found}
                  onChange={({ target }) => tick(line, Number(target.value))}
                >
                  {Array.from({ length: line.quantity + 1 }, (_, units) => (
                    <option key={units} value={units}>
                      {units} of {line.quantity}
                    </option>
                  ))}
                </select>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** What was fetched, by anyone; what this browser could not save yet counts, and is sent again. */
function usePicks(batch: string, first: readonly PickedItem[]) {
  const [saved, setSaved] = useState(() => new Map(first.map((pick) => [keyOf(pick), pick])))
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, PickedItem>>(new Map())
  /** As they are: a tick may come before the last one is rendered. */
  const now = useRef<ReadonlyMap<string, PickedItem>>(new Map())

  function keep(waiting: ReadonlyMap<string, PickedItem>) {
    now.current = waiting
    setUnsaved(waiting)
    storeUnsaved(batch, [...waiting.values()])
  }

  async function save(pick: PickedItem) {
    const { by: _by, ...body } = pick
    const answer = await call('PUT /api/staff/batches/:id/picks', { params: { id: batch }, body })
    if (answer.kind === 'refused' && answer.code !== 'not-found') return
    setSaved((before) => new Map(before).set(keyOf(pick), pick))
    // A later tick of the same line is still to be sent.
    keep(new Map([...now.current].filter(([, waiting]) => waiting !== pick)))
  }

  function tick({ productId, name, size }: Item, picked: number) {
    const pick = { productId, name, size, picked, by: '' }
    keep(new Map(now.current).set(keyOf(pick), pick))
    void save(pick)
  }

  const follow = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    for (const pick of unsaved.values()) await save(pick)
    const answer = await call('GET /api/staff/batches/:id', { params: { id: batch } })
    if (answer.kind === 'done') setSaved(new Map(answer.value.picks.map((pick) => [keyOf(pick), pick])))
  })
  const begin = useEffectEvent(() => {
    const left = readUnsaved(batch)
    const found = left.map((pick) => [keyOf(pick), pick] as const)
    if (left.length > 0) keep(new Map([...found, ...now.current]))
  })
  useEffect(() => {
    const start = setTimeout(() => begin())
    const timer = setInterval(() => void follow(), EVERY_MS)
    return () => {
      clearTimeout(start)
      clearInterval(timer)
    }
  }, [])

  return {
    pickedOf: (item: Item) => unsaved.get(keyOf(item)) ?? saved.get(keyOf(item)),
    tick,
    unsaved: unsaved.size,
  }
}

const storedSchema = v.array(
  v.object({ productId: v.string(), name: v.string(), size: v.string(), picked: v.number(), by: v.string() }),
)
const storedName = (batch: string) => `picks-${batch}`

/** The ticks that were not saved before this page was left or loaded again. */
function readUnsaved(batch: string): PickedItem[] {
  try {
    const stored = v.safeParse(storedSchema, JSON.parse(localStorage.getItem(storedName(batch)) ?? '[]'))
    return stored.success ? stored.output : []
  } catch {
    return []
  }
}

function storeUnsaved(batch: string, picks: readonly PickedItem[]): void {
  try {
    if (picks.length === 0) localStorage.removeItem(storedName(batch))
    else localStorage.setItem(storedName(batch), JSON.stringify(picks))
  } catch {
    // Kept until the page is left.
  }
}
