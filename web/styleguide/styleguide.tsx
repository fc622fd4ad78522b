import { stateKey, type Exhibit, type ExhibitGroup, type State } from './exhibit.ts'
import styles from './styleguide.module.css'

interface Props {
  groups: readonly ExhibitGroup[]
  /** The key of the only state to show on the page. */
  only: string | null
}

/** Every component of the shop in every state, drawn by the components themselves. Served only by `npm run dev`. */
export default function Styleguide({ groups, only }: Props) {
  if (only !== null) return <Alone groups={groups} only={only} />
  return (
    <div className={styles.guide}>
      <header className={styles.head}>
        <h1>Styleguide</h1>
        <p>Every component in every state. Drawn by the components themselves; not part of the built shop.</p>
        <nav aria-label="Components" className={styles.contents}>
          {groups.map(({ name, exhibits }) => (
            <p key={name}>
              <strong>{name}</strong>
              {exhibits.map(({ of }) => (
                <a key={of} href={`#${of}`}>
                  {lastPart(of)}
                </a>
              ))}
            </p>
          ))}
        </nav>
      </header>
      <main>
        {groups.flatMap(({ exhibits }) =>
          exhibits.map((exhibit) => <ExhibitSection key={exhibit.of} exhibit={exhibit} />),
        )}
      </main>
    </div>
  )
}

function ExhibitSection({ exhibit }: { exhibit: Exhibit }) {
  return (
    <section id={exhibit.of} className={styles.exhibit} aria-label={exhibit.of}>
      <h2>{lastPart(exhibit.of)}</h2>
      <p className={styles.file}>{exhibit.of}.tsx</p>
      <div className={styles.states}>
        {exhibit.states.map((state) => (
          <figure key={state.name} className={state.wide || state.alone ? styles.wide : styles.state}>
            <figcaption>{state.name}</figcaption>
            {state.alone ? (
              // oxlint-disable-next-line react/iframe-missing-sandbox -- the same page again, from the developer's machine
              <iframe
                className={styles.frame}
                title={`${exhibit.of}, ${state.name}`}
                src={`?only=${stateKey(exhibit, state)}`}
                loading="lazy"
              />
            ) : (
              <div className={styles.stage} data-look={state.look}>
                {state.show}
              </div>
            )}
          </figure>
        ))}
      </div>
    </section>
  )
}

function Alone({ groups, only }: { groups: readonly ExhibitGroup[]; only: string }) {
  const state = groups
    .flatMap(({ exhibits }) => exhibits)
    .flatMap((exhibit): [string, State][] => exhibit.states.map((state) => [stateKey(exhibit, state), state]))
    .find(([key]) => key === only)?.[1]
  return state ? state.show : <p>There is no {only} in the styleguide.</p>
}

function lastPart(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replaceAll('-', ' ')
}
