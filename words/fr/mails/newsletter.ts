/** The email that asks a new subscriber to confirm. */

export const subject = 'Confirmez votre abonnement à l’infolettre Redemption'
export const heading = 'Une dernière étape'
export const entered =
  'Cette adresse a été inscrite à l’infolettre Redemption. Nous espérons que c’était vous.'
export const confirmIt = 'Confirmez-la pour recevoir de nos nouvelles. Le lien est valide sept jours.'
export const notYou = 'Si ce n’était pas vous, ignorez ce courriel : nous n’enverrons pas l’infolettre.'
export const confirm = 'Confirmer mon abonnement'
export const unsubscribe = 'Se désabonner'
/** The subject of a newsletter that staff mail to themselves. */
export const test = (subject: string) => `[Essai] ${subject}`
