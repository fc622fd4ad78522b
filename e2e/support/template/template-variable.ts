/**
 * The environment variable with the path of the filled data folder that journeys copy. Without it, global-setup.ts
 * fills one for its run; otherwise the first run fills the folder, and further ones find it.
 */
export const TEMPLATE_VARIABLE = 'JOURNEYS_TEMPLATE'
