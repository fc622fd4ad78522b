/** Changing an order before it is sent, on its page. */

export const heading = 'Modifier votre commande'
export const until = (time: string) =>
  `Vous pouvez la modifier vous-même jusqu’à ${time}, sauf si nous l’emballons avant.`

export const size = (item: string) => `Une autre taille pour ${item}`
export const changeSize = 'Changer la taille'
export const address = 'Une autre adresse'
export const addressNext = 'Dans le même pays. Pour un autre, écrivez-nous.'
export const name = 'Nom complet'
export const phone = 'Téléphone'
export const street = 'Adresse'
export const city = 'Ville'
export const changeAddress = 'Changer l’adresse'
export const cancel = 'Annuler la commande'

export const sureToCancel = (amount: string) =>
  `Annuler toute la commande? Vous serez remboursé de ${amount}.`
export const yesCancel = 'Oui, l’annuler'
export const sureOfSize = (item: string, to: string) => `${item} : plutôt en taille ${to}.`
export const sureOfAddress = (address: string) => `L’envoyer à ${address}.`
export const same = 'Le prix reste le même.'
export const less = (amount: string) => `Vous serez remboursé de ${amount}.`
export const more = (amount: string) =>
  `Cela coûte ${amount} de plus. Nous vous enverrons un lien de paiement par courriel, puis expédierons votre commande.`
export const yesChange = 'Oui, la modifier'
export const no = 'Non, la laisser ainsi'

export const cancelled = 'Votre commande est annulée.'
export const changed = 'Votre commande est modifiée.'

/** Why not. */
export const soldOut = 'Cette taille vient d’être épuisée. Rien n’a été modifié.'
export const tooLate =
  'Il est trop tard pour modifier cette commande vous-même. Rien n’a été modifié : écrivez-nous sans tarder.'
export const stale =
  'La commande ou son prix a changé entre-temps. Rien n’a été modifié : regardez-la de nouveau.'
export const tooLittle =
  'La différence est trop petite pour être facturée. Rien n’a été modifié : écrivez-nous.'
export const failed = 'Cela ne peut pas être modifié ici. Rien n’a été modifié : écrivez-nous.'
