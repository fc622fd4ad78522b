import { useEffect, useState, type ComponentType } from 'react'

interface Props<Own extends object> {
  /** This and `onFailure` must not change after the first render. */
  load: () => Promise<{ default: ComponentType<Own> }>
  wanted: boolean
  onFailure: () => void
  /** The props of the component. */
  own: Own
}

/** A component whose code is loaded on first use and then stays mounted. */
export default function LoadedOnDemand<Own extends object>({ load, wanted, onFailure, own }: Props<Own>) {
  const [Loaded, setLoaded] = useState<ComponentType<Own> | null>(null)
  const missing = wanted && Loaded === null

  useEffect(() => {
    if (missing) load().then((module) => setLoaded(() => module.default), onFailure)
  }, [missing, load, onFailure])

  return Loaded && <Loaded {...own} />
}
