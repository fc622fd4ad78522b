import { useRef, type ReactNode } from 'react'
import Table from '#web/admin/list/table.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { StaffAddress } from '#web/admin/staff-links.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import type { VersionsProps } from './document-history.tsx'
import type { ListKind } from './save-one.ts'
import { ListHistory, useList } from './use-list.tsx'

interface Props<Name extends string, One extends { id: string; name: string }> {
  kind: ListKind<Name, One>
  page: VersionsProps<Record<Name, readonly One[]>> & { frame: StaffFrameProps }
  onChanged: () => void
  here: StaffAddress
  lead?: ReactNode
  /** Beside the button for another one. */
  links?: ReactNode
  /** What is said while there is none. */
  none?: string
  inOrder?: (list: readonly One[]) => readonly One[]
  /** What is said of one in an older version, beside its name. */
  oldWords: (one: One) => readonly string[]
  state: (one: One) => string
  /** Between the name and the actions. */
  columns: readonly { label: string; align?: 'end'; cell: (one: One) => string }[]
  can: readonly ('preview' | 'duplicate')[]
  /** What else can be done with one: its words, what it becomes, and what is said then. */
  action?: (one: One) => { label: string; changed: One; said: string }
  /** What is said besides when one was deleted: `Menus leave it out`. */
  deleted?: string
}

/** Every thing of a setting that is a list, what can be done with each, and the history of the list. */
export default function ListPage<Name extends string, One extends { id: string; name: string }>(
  props: Props<Name, One>,
) {
  const { kind, page, onChanged, here, lead, links, none, oldWords, columns, can, action, deleted } = props
  const { inOrder = (list) => list, state } = props
  const { frame, saved, old } = page
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, change } = useList(kind, saved, onChanged)
  const { name: what, title, address } = kind
  const one = title.toLowerCase()
  const list = inOrder(saved.value[what])
  const label = what.slice(0, 1).toUpperCase() + what.slice(1)

  async function remove({ id, name }: One) {
    const isRemoved = await change(id, null, [`${name} deleted`, ...(deleted ? [deleted] : [])].join('. '))
    if (isRemoved) heading.current?.focus()
  }

  async function act(thing: One) {
    const done = action?.(thing)
    if (done) await change(thing.id, done.changed, done.said)
  }

  const named = (words: string, { name }: One) => (
    <>
      {words}
      <span className="visually-hidden"> {name}</span>
    </>
  )

  return (
    <StaffFrame frame={frame} title={label} here={here}>
      {lead && <p className={styles.lead}>{lead}</p>}
      {old && (
        <ListHistory kind={kind} key={`old ${saved.version}`} page={page} onRestored={onChanged}>
          <ul className={styles.plainList}>
            {old.value[what].map((thing) => (
              <li key={thing.id}>
                <strong>{thing.name}</strong>
                {oldWords(thing)
                  .map((words) => ` · ${words}`)
                  .join('')}
              </li>
            ))}
            {old.value[what].length === 0 && <li>No {what}.</li>}
          </ul>
        </ListHistory>
      )}
      <section className={styles.list} aria-labelledby="list">
        <div className={styles.head}>
          <h2 id="list" ref={heading} tabIndex={-1}>
            {list.length === 0 ? `No ${what} yet` : `${list.length} ${list.length === 1 ? one : what}`}
          </h2>
          <span className={styles.actions}>
            {links}
            <LinkButton tone="plain" href={`${address}/new`}>
              New {one}
            </LinkButton>
          </span>
        </div>
        {list.length === 0 ? (
          none && <p className={styles.quiet}>{none}</p>
        ) : (
          <Table
            caption={label}
            columns={[{ label: 'Name' }, STATE, ...columns, { label: 'Actions' }]}
            rows={list.map((thing) => ({
              key: thing.id,
              cells: [
                <a key="name" href={`${address}/${thing.id}`}>
                  {thing.name}
                </a>,
                <span key="state" className={styles.state} data-state={state(thing).toLowerCase()}>
                  {state(thing)}
                </span>,
                ...columns.map(({ cell }) => cell(thing)),
                <div key="actions" className={styles.actions}>
                  {action && (
                    <Button tone="plain" disabled={busy} onClick={() => void act(thing)}>
                      {named(action(thing).label, thing)}
                    </Button>
                  )}
                  {can.includes('preview') && (
                    <LinkButton tone="plain" href={`${address}/${thing.id}/preview`}>
                      {named('Preview', thing)}
                    </LinkButton>
                  )}
                  {can.includes('duplicate') && (
                    <LinkButton tone="plain" href={`${address}/new?copy=${thing.id}`}>
                      {named('Duplicate', thing)}
                    </LinkButton>
                  )}
                  <Button tone="plain" disabled={busy} onClick={() => void remove(thing)}>
                    {named('Delete', thing)}
                  </Button>
                </div>,
              ],
            }))}
          />
        )}
      </section>
      <ListHistory kind={kind} key={saved.version} page={page} onRestored={onChanged} />
    </StaffFrame>
  )
}

const STATE = { label: 'State', isBrief: true }
