/** What every email has. */

export const logo = 'REDEMPTION'
export const sender = 'Redemption, Saskatoon'
/** The owner as a recipient. */
export const shop = 'Redemption'
/** A label and its value in the plain text. */
export const labelled = (label: string, value: string) => `${label} : ${value}`
