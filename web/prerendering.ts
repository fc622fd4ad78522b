/**
 * Whether the page is prerendered for a tap that may never happen: then it must not count, store or request anything.
 */
export function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true
}
