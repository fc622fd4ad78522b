import { LANGUAGE as language } from '#words/fr/language.ts'

/** Store credit at the checkout, and the page of the link that proves whose it is. */

export const LANGUAGE = language

export const use = 'Utiliser un crédit boutique'
export const intro =
  'Vous recevrez par courriel un lien qui applique votre crédit à cette commande. Ouvrez-le dans ce navigateur.'
export const email = 'Adresse courriel de votre crédit boutique'
export const send = 'M’envoyer un lien'
export const wrongEmail = 'Entrez une adresse courriel valide.'
export const sent = (email: string) =>
  `Si un crédit boutique est associé à ${email}, un lien est en route. Ouvrez-le dans ce navigateur d’ici 30 minutes.`
export const tooMany = 'Trop de liens ont été demandés. Attendez quelques minutes et réessayez.'
export const failed = 'Le lien n’a pas pu être envoyé. Vérifiez votre connexion et réessayez.'
/** At a code whose store credit was opened for another order, or too long ago. */
export const ended =
  'Votre crédit boutique n’est plus accessible pour cette commande. Demandez un autre lien.'

export const waiting = 'Utiliser votre crédit boutique'
export const waitingNext = (amount: string) =>
  `Vous avez ${amount}. Ce crédit servira à payer, en tout ou en partie, la commande pour laquelle vous avez demandé ce lien.`
export const useIt = 'L’utiliser pour ma commande'
export const elsewhere = 'Ouvrez ce lien dans le navigateur de votre commande'
export const elsewhereNext =
  'Pour protéger votre crédit, le lien fonctionne seulement dans le navigateur où il a été demandé. Copiez-le à partir du courriel pour l’ouvrir dans ce navigateur-là.'
export const used = 'Ce lien a déjà servi'
export const usedNext =
  'Votre crédit est appliqué à votre commande, à la caisse. Pour l’utiliser ailleurs, demandez-y un autre lien.'
export const expired = 'Ce lien a expiré'
export const expiredNext = 'Un lien est valide 30 minutes. Demandez-en un autre à la caisse.'
export const unknown = 'Ce lien ne fonctionne pas'
export const unknownNext =
  'Il est peut-être incomplet. Copiez le lien en entier à partir du courriel et réessayez.'
export const toTheCheckout = 'Passer à la caisse'
