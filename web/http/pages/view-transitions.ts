import { createHash } from 'node:crypto'

/**
 * Enables view transitions between pages. It is inline: if the page were measured before a style sheet arrived, the
 * browser would report the transition as broken.
 */
const OPT_IN = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

export const VIEW_TRANSITION_STYLE = `<style>${OPT_IN}</style>`

/** The hash that allows this style in the Content Security Policy. */
export const VIEW_TRANSITION_SOURCE = `'sha256-${createHash('sha256').update(OPT_IN).digest('base64')}'`
