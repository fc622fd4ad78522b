import { useEffect, useState, type ComponentType } from 'react'

interface Props<Own extends object> {
  /** This and `onFailure` stay the same for the life of the page. */
  load: () => Promise<{ default: ComponentType<Own> }>
  wanted: boolean
  onFailure: () => void
  /** What the component is given. */
  own: Own
}

/** A component whose code is fetched when it is first wanted. From then on it is there. */
export default function LoadedWhenWanted<Own extends object>({ load, wanted, onFailure, own }: Props<Own>) {
  const [Loaded, setLoaded] = useState<ComponentType<Own> | null>(null)
  const missing = wanted && Loaded === null

  useEffect(() => {
    if (missing) load().then((module) => setLoaded(() => module.default), onFailure)
  }, [missing, load, onFailure])

  return Loaded && <Loaded {...own} />
}
