/** Whether the page is drawn ahead of a tap that may never come: then it must not count, store or ask for anything. */
export function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true
}
