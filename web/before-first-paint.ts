/**
 * The only script that a page waits for before it is painted. A view transition from page to page that cannot be shown
 * (a reload on the way, a window that changes its size) rejects its promises, and a browser reports a rejection that
 * nobody handles. `pagereveal` comes before the first frame, so any later script would miss it.
 */
for (const moment of ['pageswap', 'pagereveal'] as const) {
  addEventListener(moment, ({ viewTransition: transition }) => {
    if (!transition) return
    const { ready, updateCallbackDone, finished } = transition
    void Promise.allSettled([ready, updateCallbackDone, finished])
  })
}
