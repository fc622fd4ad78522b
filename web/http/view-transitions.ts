import { createHash } from 'node:crypto'

/**
 * Lets pages follow each other with a view transition. It stands in the page itself: a style sheet that is still on its
 * way when something measures the page would come too late, and the browser would report the transition as broken.
 */
const OPT_IN = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

export const VIEW_TRANSITION_STYLE = `<style>${OPT_IN}</style>`

/** What allows this one style in a Content Security Policy. */
export const VIEW_TRANSITION_SOURCE = `'sha256-${createHash('sha256').update(OPT_IN).digest('base64')}'`
