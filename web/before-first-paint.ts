/**
 * The only script that a page waits for before it is painted. A view transition from page to page that cannot be shown
 * (a reload on the way, a window that changes its size) rejects its promises, and a browser reports a rejection that
 * nobody handles. A transition may be given up before `pagereveal`, which then brings none.
 */
handleEnd(document.activeViewTransition)
for (const moment of ['pageswap', 'pagereveal'] as const) {
  addEventListener(moment, ({ viewTransition }) => handleEnd(viewTransition))
}

function handleEnd(transition: ViewTransition | null | undefined): void {
  if (transition) {
    const { ready, updateCallbackDone, finished } = transition
    void Promise.allSettled([ready, updateCallbackDone, finished])
  }
}
