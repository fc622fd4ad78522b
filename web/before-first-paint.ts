/**
 * The only render-blocking script. When a view transition between pages is skipped (a reload in between, a resized
 * window), its promises reject, and browsers report unhandled rejections. A transition may be skipped before
 * `pagereveal`, which then has none.
 */
handleEnd(document.activeViewTransition)
for (const moment of ['pageswap', 'pagereveal'] as const) {
  addEventListener(moment, ({ viewTransition }) => handleEnd(viewTransition))
}

// Chromium may begin a transition after `pagereveal`, only to skip it: no script ever gets hold of that one.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event
  if (reason instanceof DOMException && /\btransition\b/i.test(reason.message)) event.preventDefault()
})

function handleEnd(transition: ViewTransition | null | undefined): void {
  if (transition) {
    const { ready, updateCallbackDone, finished } = transition
    void Promise.allSettled([ready, updateCallbackDone, finished])
  }
}
