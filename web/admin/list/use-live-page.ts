import { useEffect, useRef, useState } from 'react'
import { fetchPageProps } from './fetch-page-props.ts'

/** While staff type, not every letter causes a request. */
const DEBOUNCE_MS = 250

/** A list that narrows while staff type, from the props that came with the page. */
export interface LivePage<Props> {
  props: Props
  /** Shows the list at another address of this screen, after a pause for typing. */
  narrow: (address: string, isTyping?: boolean) => void
  /** Loads the list again after staff changed something in it: an answer from before the change is dropped. */
  refresh: () => void
  loading: boolean
  /** The address that could not be loaded. */
  failedAt: string | null
}

/**
 * The props of a page, replaced by those of another address of the same screen: the address is replaced with them, and
 * the focus stays where it is.
 */
export function useLivePage<Props extends object>(first: Props): LivePage<Props> {
  const [props, setProps] = useState(first)
  const [loading, setLoading] = useState(false)
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(undefined)

  function stop() {
    clearTimeout(timer.current)
    asking.current?.abort()
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )

  async function load(address: string) {
    const turn = new AbortController()
    asking.current = turn
    const reply = await fetchPageProps<Props>(address, turn.signal)
    if (reply.kind === 'stopped') return
    if (reply.kind === 'signed-out') return window.location.replace('/admin')
    setLoading(false)
    setFailedAt(reply.kind === 'done' ? null : address)
    if (reply.kind !== 'done') return
    setProps(reply.props)
  }

  function narrow(address: string, isTyping = false) {
    stop()
    setLoading(true)
    window.history.replaceState(null, '', address)
    timer.current = setTimeout(() => void load(address), isTyping ? DEBOUNCE_MS : 0)
  }

  function refresh() {
    stop()
    setLoading(true)
    void load(window.location.pathname + window.location.search)
  }

  return { props, narrow, refresh, loading, failedAt }
}
