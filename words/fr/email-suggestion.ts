/** Asked beside an email address. `domain`: of a large provider, one letter away from what was typed. */
export const didYouMean = (domain: string) => `Vouliez-vous écrire ${domain}?`
