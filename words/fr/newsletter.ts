/** The pages that the links of newsletter emails open, and the answers of the newsletter box without JavaScript. */

export const description = 'L’infolettre de la boutique Redemption.'
export const shopOurProducts = 'Voir nos produits'
export const joinAgain = 'Se réabonner'

/** Spec 2. */
export const subscribed = 'Merci de votre abonnement!'
export const subscribedNext =
  'Un lien vous attend dans vos courriels. Ouvrez-le pour confirmer votre adresse.'
/** Spec 2. */
export const failed = 'Oups! Une erreur s’est produite. Veuillez réessayer.'
export const failedNext =
  'Votre adresse n’a pas été enregistrée. Vérifiez qu’elle est complète, par exemple vous@example.com.'
export const backToForm = 'Retour au formulaire'

export const waiting = 'Une dernière étape'
export const waitingNext = (email: string) => `Confirmez que vous voulez recevoir l’infolettre à ${email}.`
export const confirm = 'Confirmer mon abonnement'
export const confirmed = 'C’est confirmé'
export const confirmedNext = (email: string) =>
  `Nous enverrons l’infolettre à ${email}. Désabonnez-vous en tout temps.`
export const expired = 'Ce lien a expiré'
export const expiredNext =
  'Les liens de confirmation sont valides sept jours. Entrez de nouveau votre adresse pour en recevoir un autre.'

export const leave = 'Se désabonner de l’infolettre'
export const leaveNext = (email: string) => `Nous n’enverrons plus l’infolettre à ${email}.`
export const unsubscribe = 'Se désabonner'
export const left = 'Désabonnement confirmé'
export const leftNext =
  'Vous ne recevrez plus l’infolettre. Vous changez d’idée? Entrez de nouveau votre adresse.'

export const unknown = 'Ce lien ne fonctionne pas'
export const unknownNext =
  'Il est peut-être incomplet. Copiez le lien en entier à partir du courriel et réessayez.'
