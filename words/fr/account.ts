import { plural } from './language.ts'

/** A customer's place: signing in by email, and what the shop has for them. */

export const link = 'Vos commandes'
export const heading = 'Vos commandes'
export const description =
  'Vos commandes, vos colis et vos articles enregistrés : ouvrez votre espace par courriel, sans mot de passe.'

export const intro =
  'Voyez toutes les commandes de votre adresse courriel, avec leurs colis. Nous vous envoyons six chiffres et un lien; il n’y a pas de mot de passe.'
export const notNeeded =
  'Vous n’en avez jamais besoin pour acheter : vous pouvez toujours commander sans compte.'
export const email = 'Adresse courriel'
export const send = 'M’envoyer six chiffres'
export const wrongEmail = 'Entrez une adresse courriel, comme vous@exemple.com.'
export const leaveEmpty = 'Laissez ce champ vide'

export const checkMail = 'Consultez vos courriels'
export const sent = (email: string) =>
  `Nous avons envoyé six chiffres à ${email}. Ils fonctionnent pendant 15 minutes, dans ce navigateur.`
export const spam =
  'Rien reçu? Regardez dans vos pourriels, ou attendez quelques minutes avant d’en redemander.'
export const digits = 'Six chiffres'
export const enter = 'Ouvrir'
export const wrongDigits = 'Ce ne sont pas les chiffres de notre dernier courriel. Vérifiez-les et réessayez.'
export const digitsVoid =
  'Ces chiffres ne fonctionnent plus. Ouvrez plutôt le lien du courriel, ou demandez-en un autre.'
export const otherEmail = 'Utiliser une autre adresse'

export const linkWaiting = 'Ouvrir votre espace'
export const linkWaitingNext = (email: string) => `Voyez les commandes de ${email} dans ce navigateur.`
export const linkElsewhere = 'Est-ce bien votre navigateur?'
export const linkElsewhereNext =
  'Vous avez demandé ce lien dans un autre navigateur. Pour l’ouvrir aussi dans celui-ci, entrez l’adresse qui a reçu le courriel.'
export const linkWrongEmail = 'Le courriel n’a pas été envoyé à cette adresse.'
export const linkEnded = 'Ce lien ne fonctionne plus'
export const linkEndedNext = 'Il fonctionne une fois, pendant 15 minutes. Demandez-en un autre.'
export const linkUnknown = 'Ce lien ne fonctionne pas'
export const linkUnknownNext = 'Il a peut-être été coupé. Copiez le lien complet du courriel et réessayez.'
export const askAgain = 'Demander un autre lien'

export const signedInAs = (email: string) => `Connecté avec l’adresse ${email}`
export const noOrders = 'Il n’y a pas encore de commande à cette adresse.'
export const placed = (number: string, day: string) => `Commande ${number}, passée le ${day}`
export const parcel = (number: number) => `Suivre le colis ${number}`
export const trackParcel = 'Suivre votre colis'
export const seeOrder = (number: string) => `Voir la commande ${number}`
export const older = 'Vos commandes plus anciennes sont dans les courriels que vous avez reçus.'

export const storeCredit = 'Crédit boutique'
export const creditLeft = (amount: string) =>
  `Vous avez ${amount}. Choisissez le crédit boutique au paiement pour l’utiliser.`

export const mails = 'Courriels'
export const hasNewsletter = 'Vous recevez notre infolettre.'
export const noNewsletter = 'Vous ne recevez pas notre infolettre.'
export const join = 'Recevoir l’infolettre'
export const joinedNext =
  'Nous vous avons envoyé un lien par courriel. Ouvrez-le pour confirmer que vous voulez l’infolettre.'
export const leave = 'Ne plus recevoir l’infolettre'
export const reminders = (count: number) =>
  plural(count, { one: 'Vous avez demandé 1 rappel.', other: `Vous avez demandé ${count} rappels.` })
export const noReminders = 'Annuler tous les rappels'

export const data = 'Vos données'
export const download = 'Les télécharger'
export const erase = 'Les supprimer'
export const sureToErase =
  'Supprimer votre nom, vos adresses, vos messages et vos articles enregistrés, partout dans cette boutique? De vos commandes, la loi nous oblige à conserver ce qui a été acheté et payé, sans votre nom. C’est définitif.'
export const yesErase = 'Oui, les supprimer'
export const notNow = 'Non, les garder'
export const erased = 'Vos données ont été supprimées, et vous êtes déconnecté.'
export const inHand =
  'Rien n’a été supprimé : une commande n’est pas terminée, il reste un crédit boutique, ou une commande est peut-être celle de quelqu’un d’autre. Écrivez-nous.'

export const savedPieces = 'Articles enregistrés'

export const signOut = 'Se déconnecter'
export const signOutEverywhere = 'Se déconnecter partout'
export const everywhereNext = 'Ferme votre espace dans tous les navigateurs ouverts avec cette adresse.'
