import { plural } from './language.ts'

/** The form by which shoppers are told, once, that a drop begins or that a size is back, and the page of its email. */

export const tellMe = { drop: 'M’avertir du début', size: 'M’avertir du retour en stock' }
export const tellMeNext = {
  drop: 'Un seul courriel, peu avant. Rien d’autre.',
  size: 'Un seul courriel, à ce moment-là. Rien d’autre.',
}
export const size = 'Taille'
export const yourEmail = 'Votre adresse courriel'
export const emailPlaceholder = 'vous@example.com'
export const submit = 'M’avertir'
export const leaveEmpty = 'Laissez ce champ vide'
export const asked = {
  sent: 'Consultez vos courriels : ouvrez le lien que vous y trouverez pour confirmer.',
  failed:
    'Cela n’a pas fonctionné. Vérifiez que l’adresse est complète, par exemple vous@example.com, et réessayez.',
}
/** The page of the link in the email. */
export const waiting = 'Une dernière étape'
export const waitingForDrop = (drop: string, email: string) =>
  `${drop} : envoyer un avis à ${email} peu avant le début?`
export const waitingForSize = (product: string, size: string, email: string) =>
  `${product}, taille ${size} : envoyer un avis à ${email} au retour en stock?`
export const confirmed = 'C’est noté'
export const confirmedDrop = (drop: string, email: string) =>
  `${drop} : nous écrirons à ${email} peu avant le début.`
export const confirmedSize = (product: string, size: string, email: string) =>
  `${product}, taille ${size} : nous écrirons à ${email} au retour en stock.`
export const leave = 'Ne pas m’avertir'
export const unknown = 'Ce lien ne fonctionne pas'
export const unknownNext =
  'Le rappel n’existe plus, ou le lien est incomplet. Copiez le lien en entier à partir du courriel et réessayez.'
export const toTheDrop = 'Aller au lancement'
export const toTheProduct = 'Voir le produit'
export const toTheShop = 'Aller à la boutique'
/** The page of the link in the email that a size is back. */
export const isBack = (product: string, size: string) => `${product} est de retour en taille ${size}`
export const mayHold = (minutes: number) =>
  plural(minutes, {
    one: `Nous vous gardons un article pendant ${minutes} minute dans votre panier, une seule fois. Il vous reste réservé quand vous passez à la caisse.`,
    other: `Nous vous gardons un article pendant ${minutes} minutes dans votre panier, une seule fois. Il vous reste réservé quand vous passez à la caisse.`,
  })
export const holdOne = 'M’en garder un'
export const heldUntil = (time: string) =>
  `C’est dans votre panier, et nous vous le gardons jusqu’au ${time}. Passez à la caisse d’ici là, sinon l’article retourne en stock.`
export const toTheCheckout = 'Passer à la caisse'
export const tooManyHeld = (wait: string) =>
  `Quelque chose est déjà réservé pour vous ou à partir de votre réseau. Achetez-le d’abord, ou attendez ${wait}.`
export const holdRefused = {
  used: 'Ce courriel a déjà servi à réserver un article. Vous pouvez encore en acheter un tant qu’il en reste.',
  gone: 'Il n’en reste plus pour le moment. Refaites la demande sur la page du produit, et nous vous avertirons du prochain retour en stock.',
  'checkout-open':
    'Le paiement de votre panier est en cours. Terminez-le d’abord, ou attendez la fin de la réservation.',
  failed: 'Cela n’a pas fonctionné. Vérifiez votre connexion et réessayez.',
}
